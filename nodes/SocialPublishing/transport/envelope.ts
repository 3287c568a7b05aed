import type { Explanation } from '../shared/failure';
import { boundedCopy, firstText, isRecord, textOf } from '../shared/json';
import { cutText } from '../shared/text/sentences';
import type { Connection } from './connection';
import { NetworkFailure } from './networkFailure';
import { isSuccess } from './retry';

/** The parts of a response from the service, whatever its status. */
export interface Envelope {
	/** `data`; undefined where the response has none. */
	data: unknown;
	requestId: string | undefined;
	/** `error`, for a status that is not a success. */
	error: ServiceError;
	/** Set if the body is not from the service, but from a proxy. */
	isForeign?: boolean;
	/** The explanation for the user, if the response is a refusal or a fault, whatever its status. */
	refusal?: Explanation;
	/** Set if the response reports a fault of the server although its status does not: the command may have taken effect. */
	isFault?: boolean;
	/** Set if the response is a refusal because of the rate limit, whatever its status. */
	rateLimit?: { retryAfterMs: number | undefined };
}

export interface ServiceError {
	code: string | undefined;
	message: string | undefined;
	details: unknown;
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
 * @throws NetworkFailure `garbled` for a success whose body is not JSON, such as truncated JSON or an HTML page
 */
export function readEnvelope(status: number, body: Buffer): Envelope {
	const text = body.toString('utf8').trim();
	let parsed: unknown;
	let isForeign = false;
	try {
		parsed = text === '' ? {} : JSON.parse(text);
	} catch {
		// An error status counts even with the page of a proxy; a success must come from the service.
		if (isSuccess(status)) throw garbled(text);
		isForeign = true;
	}
	const envelope = isRecord(parsed) ? parsed : {};
	const error = isRecord(envelope.error) ? envelope.error : {};
	const code = firstText(error.code) ?? textOf(envelope.error);
	const statesError = code !== undefined || textOf(error.message) !== undefined;
	const isHiddenError = isSuccess(status) && (envelope.data ?? null) === null && statesError;
	return {
		data: envelope.data,
		requestId: firstText(envelope.request_id),
		// reading(error): code, message, and details, fields or errors; or error as a code next to them
		error: {
			code,
			message: textOf(error.message) ?? textOf(envelope.message),
			details: error.details ?? error.fields ?? error.errors ?? envelope.details,
		},
		...(isForeign && { isForeign }),
		...(isHiddenError && { refusal: HIDDEN_ERROR }),
	};
}

/** A failure with the status of a success: without this, it would look like a success without data. */
const HIDDEN_ERROR: Explanation = {
	happened: 'the service reports an error',
	advice: 'Check the input, or try again later.',
};

type Redacting = Pick<Connection, 'redact'>;

/** A shorter token could be a word in the user's own text. */
const MIN_REDACTED_TOKEN_LENGTH = 8;

/** Limits in characters: people read these texts. */
const MAX_ERROR_TEXT_LENGTH = 1_000;
const MAX_CODE_LENGTH = 200;
const MAX_DETAILS_LENGTH = 10_000;

/**
 * Cleans a response: removes the token, which a service may repeat anywhere, limits the nesting, and shortens the error to a
 * readable length. Everything that the node reads from the service goes through here.
 */
export function cleanEnvelope(connection: Redacting, envelope: Envelope): Envelope {
	const { data, requestId, error } = envelope;
	const toText = textCleaner(connection);
	const clean = (text: string | undefined, most: number) =>
		text === undefined ? undefined : cutText(toText(text), most);
	return {
		...envelope,
		data: boundedCopy(data, toText),
		requestId: clean(requestId, MAX_CODE_LENGTH),
		error: {
			code: clean(error.code, MAX_CODE_LENGTH),
			message: clean(error.message, MAX_ERROR_TEXT_LENGTH),
			details: boundedCopy(error.details, toText, MAX_DETAILS_LENGTH),
		},
	};
}

/** Headers, such as an ETag or a file name, end up in the output as well. */
export function cleanHeaders(
	connection: Redacting,
	headers: Record<string, string>,
): Record<string, string> {
	const toText = textCleaner(connection);
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, toText(value)]));
}

/** Cleans data that came as text within a response. */
export function cleanData(connection: Redacting, data: unknown): unknown {
	return boundedCopy(data, textCleaner(connection));
}

function textCleaner({ redact }: Redacting): (text: string) => string {
	return (text) => redact(text, MIN_REDACTED_TOKEN_LENGTH);
}
