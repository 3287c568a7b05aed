import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord, textOf, valuesOf } from '../../shared/json';

/** The assistant tools: the names of their arguments, and the contents of their results. */

export type ToolRevision = string | number;

/** The counterpart of the REST interface's ETag header. The documentation does not state where it is. */
export function readToolRevision(records: IDataObject[]): ToolRevision | undefined {
	// reading(revision in a tool result): its own, or that of a record in it
	const nested = ['post', 'meta', '_meta', 'headers'].flatMap((name) =>
		records.map((record) => readRecord(record[name])),
	);
	return [...records, ...nested]
		.flatMap((record) => valuesOf(record, ['revision', 'etag', 'ETag']))
		.find(isRevision);
}

export function isRevision(value: unknown): value is ToolRevision {
	return typeof value === 'number' || textOf(value) !== undefined;
}

/** The error of a tool. `holders` may state when to try again. */
export function readToolError(content: IDataObject) {
	// reading(error of a tool): error as a record or a text, else code, message, text
	const error = readRecord(content.error);
	return {
		code: firstText(error.code, content.code),
		message: firstText(error.message, textOf(content.error), content.message, content.text),
		details: error.details ?? error.fields ?? error.errors ?? content.details,
		holders: [error, readRecord(error.details), content],
	};
}

// reading(fault of the server, as a tool reports it): a code, or the text of an exception
const SERVER_FAULT =
	/^(internal|unavailable|5\d\d)$|-32603\b|(internal|server|unexpected|unknown|unhandled).?(error|fault|failure|exception)|(service|server|system|gateway|backend|upstream|database|temporarily|currently)(.is)?.?unavailable|bad.?gateway|tim(e|ed)[^a-z]?out(?!side|.?of)|status.(code.)?5\d\d/i;

/**
 * Whether an error is a fault of the server, so that the tool may have taken effect. If the code states nothing, the
 * message is read: the server may report an exception in its own words.
 */
export function isServerFault(code: string | undefined, message: string | undefined): boolean {
	// JSON-RPC leaves the meaning of these codes to the server.
	const isOpen = code === undefined || /^-320[01]\d$/.test(code);
	return SERVER_FAULT.test(isOpen ? (message ?? '') : code);
}

// reading(pause before a retry): in seconds or milliseconds
const SECONDS_NAMES = ['retry_after', 'retryAfter', 'retry_after_seconds', 'retryAfterSeconds'];
const MILLISECONDS_NAMES = ['retry_after_ms', 'retryAfterMs'];

/** When to try again, as an error states it. */
export function readStatedRetry(holders: IDataObject[]) {
	const first = (names: string[]) =>
		firstText(...holders.flatMap((holder) => valuesOf(holder, names)));
	return { seconds: first(SECONDS_NAMES), milliseconds: first(MILLISECONDS_NAMES) };
}

/** The arguments that may be the ID of a post. A tool gets only those that it has. */
export function postIdArguments(id: string): IDataObject {
	// reading(ID arguments of a tool): id, post_id, media_id
	return { id, post_id: id };
}

/** The arguments that may be the ID of a media item. A tool gets only those that it has. */
export function mediaIdArguments(id: string): IDataObject {
	return { id, media_id: id };
}
