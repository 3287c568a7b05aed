import type { Explanation } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';
import { NetworkFailure } from './networkFailure';
import { isSuccess } from './status';

/** The parts of a response from the service, whatever its status. */
export interface Envelope {
	/** `data`; undefined where the response has none. */
	data: unknown;
	requestId: string | undefined;
	/** `error`, for a status that is not a success. */
	error: ServiceError;
	/** Set when the body is not from the service, but a page from something in between. */
	isForeign?: boolean;
	/** Set when the response is a refusal whatever its status: the explanation for the user. */
	refusal?: Explanation;
	/** Set when the response is a refusal because of the rate limit, whatever its status. */
	rateLimit?: { retryAfterMs: number | undefined };
}

export interface ServiceError {
	code: string | undefined;
	message: string | undefined;
	details: unknown;
}

/** A code or an ID, which may be a number. */
function asText(value: unknown): string | undefined {
	return typeof value === 'number' ? String(value) : textOf(value);
}

function garbled(text: string): NetworkFailure {
	return new NetworkFailure('garbled', text.startsWith('<') ? 'HTML' : 'JSON');
}

/**
 * Reads the body of a response that must have one; only status 204 announces that there is none.
 *
 * @throws NetworkFailure `lost` for a success without a body; otherwise as `readEnvelope`
 */
export function readFullEnvelope(status: number, body: Buffer): Envelope {
	if (isSuccess(status) && status !== 204 && body.length === 0)
		throw new NetworkFailure('lost', undefined);
	return readEnvelope(status, body);
}

/**
 * Reads the body of a response.
 *
 * @throws NetworkFailure `garbled` for a success whose body is not from the service: truncated JSON, or an HTML page
 */
export function readEnvelope(status: number, body: Buffer): Envelope {
	const text = body.toString('utf8').trim();
	let parsed: unknown;
	let isForeign = false;
	try {
		parsed = text === '' ? {} : JSON.parse(text);
	} catch {
		// An error status counts whatever page a proxy sent with it; a success must come from the service.
		if (isSuccess(status)) throw garbled(text);
		isForeign = true;
	}
	const envelope = isRecord(parsed) ? parsed : {};
	const error = isRecord(envelope.error) ? envelope.error : {};
	return {
		data: envelope.data,
		requestId: asText(envelope.request_id),
		// reading(error): code, message, and details, fields or errors; or error as a code next to them
		error: {
			code: asText(error.code) ?? textOf(envelope.error),
			message: textOf(error.message) ?? textOf(envelope.message),
			details: error.details ?? error.fields ?? error.errors ?? envelope.details,
		},
		...(isForeign && { isForeign }),
	};
}
