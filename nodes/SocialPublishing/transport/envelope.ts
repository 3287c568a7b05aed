import type { Explanation } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';
import { NetworkFailure } from './networkFailure';
import { isSuccess } from './status';

/** The parts of an answer of the service, whatever its status. */
export interface Envelope {
	/** `data`; undefined where the answer has none. */
	data: unknown;
	requestId: string | undefined;
	/** `error`, for a status that is not a success. */
	error: ServiceError;
	/** Set when the body is not the service's but a page of something in between. */
	isForeign?: boolean;
	/** Set when the answer says no whatever its status: what to tell the user. */
	refusal?: Explanation;
}

export interface ServiceError {
	code: string | undefined;
	message: string | undefined;
	details: unknown;
}

/** A code or an ID, which may be a number. */
function labelOf(value: unknown): string | undefined {
	return typeof value === 'number' ? String(value) : textOf(value);
}

function garbled(text: string): NetworkFailure {
	return new NetworkFailure('garbled', text.startsWith('<') ? 'HTML' : 'JSON');
}

/**
 * Reads the body of an answer that must have one; only status 204 announces that there is none.
 *
 * @throws NetworkFailure `lost` for a success without a body, else as `readEnvelope`
 */
export function readFullEnvelope(status: number, body: Buffer): Envelope {
	if (isSuccess(status) && status !== 204 && body.length === 0)
		throw new NetworkFailure('lost', undefined);
	return readEnvelope(status, body);
}

/**
 * Reads the body of an answer.
 *
 * @throws NetworkFailure `garbled` for a body that is not the service's: cut JSON, or a page of HTML
 */
export function readEnvelope(status: number, body: Buffer): Envelope {
	const text = body.toString('utf8').trim();
	let parsed: unknown;
	let isForeign = false;
	try {
		parsed = text === '' ? {} : JSON.parse(text);
	} catch {
		// An error status counts whatever page a proxy put under it; a success must be the service's.
		if (isSuccess(status)) throw garbled(text);
		isForeign = true;
	}
	const envelope = isRecord(parsed) ? parsed : {};
	const error = isRecord(envelope.error) ? envelope.error : {};
	return {
		data: envelope.data,
		requestId: labelOf(envelope.request_id),
		error: {
			code: labelOf(error.code) ?? textOf(envelope.error),
			message: textOf(error.message) ?? textOf(envelope.message),
			details: error.details ?? error.fields ?? error.errors ?? envelope.details,
		},
		...(isForeign && { isForeign }),
	};
}
