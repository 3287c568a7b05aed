import { boundedCopy, cutText } from '../shared/bounds';
import type { Connection } from './connection';
import type { Envelope } from './envelope';

type Redacting = Pick<Connection, 'redact'>;

/** A shorter token could be a word in the user's own text. */
const SHORTEST_REDACTED_TOKEN = 8;

/** What the service says about an error is for people, who read no more characters than these. */
const LONGEST_ERROR_TEXT = 1_000;
const LONGEST_CODE = 200;
const LONGEST_DETAILS = 10_000;

/**
 * A response that is fit to be passed on: without the token, which a service may repeat anywhere, without bottomless
 * nesting, and with an error of readable length. Everything that the node reads from the service goes through here.
 */
export function cleanEnvelope(connection: Redacting, envelope: Envelope): Envelope {
	const { data, requestId, error } = envelope;
	const toText = textCleaner(connection);
	const clean = (text: string | undefined, most: number) =>
		text === undefined ? undefined : cutText(toText(text), most);
	return {
		...envelope,
		data: boundedCopy(data, toText),
		requestId: clean(requestId, LONGEST_CODE),
		error: {
			code: clean(error.code, LONGEST_CODE),
			message: clean(error.message, LONGEST_ERROR_TEXT),
			details: boundedCopy(error.details, toText, LONGEST_DETAILS),
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

/** Data that came as a text within a response. */
export function cleanData(connection: Redacting, data: unknown): unknown {
	return boundedCopy(data, textCleaner(connection));
}

function textCleaner({ redact }: Redacting): (text: string) => string {
	return (text) => redact(text, SHORTEST_REDACTED_TOKEN);
}
