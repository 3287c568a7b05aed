import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, textOf, valuesOf } from '../../shared/json';

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

/** Permits the transfer of one file over HTTP. Its address and headers are secret. */
export interface Ticket {
	url: string;
	headers: Record<string, string>;
}

// reading(address, header and text of a ticket)
const ADDRESS_NAMES =
	'part_url url_template resource_url upload_url download_url url href resource'.split(' ');
const HEADER_NAMES =
	'required_headers required_header headers header header_name ticket_header'.split(' ');
const TICKET_NAMES =
	'ticket ticket_token upload_ticket download_ticket token header_value value'.split(' ');

/**
 * Reads a ticket from the result of a tool. The service's documentation names its parts (an address, a header,
 * instructions) but not their fields, so these are searched for in the result and its nested objects.
 */
export function readTicket(data: IDataObject): Ticket | undefined {
	const records = withNested(data, 2);
	const url = firstIn(records, ADDRESS_NAMES);
	const headers = readHeaders(records);
	return url !== undefined && Object.keys(headers).length > 0 ? { url, headers } : undefined;
}

function withNested(record: IDataObject, depth: number): IDataObject[] {
	if (depth === 0) return [record];
	const nested = Object.values(record).filter(isRecord);
	return [record, ...nested.flatMap((each) => withNested(each, depth - 1))];
}

function firstIn(records: IDataObject[], names: string[]): string | undefined {
	return names
		.flatMap((name) => records.map((record) => textOf(record[name])))
		.find((text) => text !== undefined);
}

function readHeaders(records: IDataObject[]): Record<string, string> {
	const ticket = firstIn(records, TICKET_NAMES);
	for (const name of HEADER_NAMES) {
		for (const record of records) {
			const headers = [record[name]].flat().flatMap((header) => readHeader(header, ticket));
			if (headers.length > 0) return Object.fromEntries(headers);
		}
	}
	return {};
}

/**
 * Accepts a map of headers, an object with a name (or key) and a value, `Name: value`, and a name alone, whose value is the
 * ticket.
 */
function readHeader(header: unknown, ticket: string | undefined): Array<[string, string]> {
	const fill = (value: string) =>
		ticket === undefined ? value : value.replace(TICKET_PLACEHOLDER, () => ticket);
	if (isRecord(header)) {
		const name = textOf(header.name) ?? textOf(header.key);
		const value = textOf(header.value) ?? ticket;
		if (name !== undefined && value !== undefined) return [[name, fill(value)]];
		return Object.entries(header).flatMap(
			([key, text]): Array<[string, string]> =>
				typeof text === 'string' ? [[key, fill(text)]] : [],
		);
	}
	const text = textOf(header);
	const [, key, value] = /^([\w-]+)\s*:\s*(.+)$/.exec(text ?? '') ?? [];
	if (key !== undefined && value !== undefined) return [[key, fill(value)]];
	return text !== undefined && ticket !== undefined ? [[text, ticket]] : [];
}

// reading(placeholders in a header): `<ticket>`, `{ticket}`; for the API token likewise
const TICKET_PLACEHOLDER = /<[^<>]*ticket[^<>]*>|\{[^{}]*ticket[^{}]*\}/i;

/** Whether a header such as `Authorization: Bearer <API_TOKEN>` asks for the credential as well. */
export function isTokenPlaceholder([name, value]: [string, string]): boolean {
	return /^authorization$/i.test(name) && /[<{]/.test(value);
}

/** The address of one part: the number replaces a placeholder, or goes below the address if there is none. */
export function partAddress(url: string, part: number): string {
	// reading(address of a part): a placeholder for the number, else /parts/<number>
	const placeholder = /\{[^}]*\}|%7B[^%]*%7D/i;
	if (placeholder.test(url)) return url.replace(placeholder, String(part));
	const [address = '', ...query] = url.split('?');
	const base = address.replace(/\/+$/, '').replace(/\/parts(\/\d+)?$/, '');
	return [`${base}/parts/${part}`, ...query].join('?');
}
