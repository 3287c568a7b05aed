import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';
import { isLoopback } from '../transport/address';
import { redactor, type Connection } from '../transport/connection';
import type { Call } from '../transport/types';

/** Permits the transfer of one file over HTTP. Its address and headers are secret. */
export interface Ticket {
	url: string;
	headers: Record<string, string>;
}

/**
 * Reads a ticket from the result of a tool. The service's documentation names its parts (an address, a header,
 * instructions) but not their fields, so these are searched for in the result and its nested objects.
 *
 * @throws ServiceFailure that reveals nothing of the result
 */
export function readTicket(data: IDataObject, purpose: string): Ticket {
	const records = withNested(data, 2);
	const url = firstTextIn(records, [
		'part_url',
		'url_template',
		'resource_url',
		'upload_url',
		'download_url',
		'url',
		'href',
		'resource',
	]);
	const headers = readHeaders(records);
	if (url !== undefined && Object.keys(headers).length > 0) return { url, headers };
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned no ticket that this node can read`,
		'Report this to the support of the service, or use the Media resource instead.',
	);
}

function withNested(record: IDataObject, depth: number): IDataObject[] {
	if (depth === 0) return [record];
	const nested = Object.values(record).filter(isRecord);
	return [record, ...nested.flatMap((each) => withNested(each, depth - 1))];
}

function firstTextIn(records: IDataObject[], names: string[]): string | undefined {
	return names
		.flatMap((name) => records.map((record) => textOf(record[name])))
		.find((text) => text !== undefined);
}

const HEADER_FIELDS = [
	'required_headers',
	'required_header',
	'headers',
	'header',
	'header_name',
	'ticket_header',
];

function readHeaders(records: IDataObject[]): Record<string, string> {
	const ticket = firstTextIn(records, [
		'ticket',
		'ticket_token',
		'upload_ticket',
		'download_ticket',
		'token',
		'value',
	]);
	for (const name of HEADER_FIELDS) {
		for (const record of records) {
			const headers = [record[name]].flat().flatMap((header) => readHeader(header, ticket));
			if (headers.length > 0) return Object.fromEntries(headers);
		}
	}
	return {};
}

/**
 * Accepts a map of headers, an object with a name and a value, `Name: value`, and a name alone, whose value is the
 * ticket.
 */
function readHeader(header: unknown, ticket: string | undefined): Array<[string, string]> {
	const fill = (value: string) =>
		ticket === undefined ? value : value.replace(TICKET_PLACEHOLDER, () => ticket);
	if (isRecord(header)) {
		const name = textOf(header.name);
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

/** The place of the ticket in instructions: `<ticket>`, `{ticket}`. */
const TICKET_PLACEHOLDER = /<[^<>]*ticket[^<>]*>|\{[^{}]*ticket[^{}]*\}/i;

/**
 * A request with a ticket. It goes to the ticket's address, and without the credential unless the ticket asks for it.
 *
 * @throws ServiceFailure if the address is not HTTPS, or would receive the token without being the service's
 */
export function redeemTicket(
	connection: Connection,
	{ url, headers }: Ticket,
	request: { purpose: string; method: IHttpRequestMethods; part?: number; bytes?: Buffer },
): { connection: Connection; call: Call } {
	const { purpose, method, part, bytes } = request;
	const target = part === undefined ? url : partUrl(url, part);
	if (!isAllowed(target, connection.baseUrl)) throw unsafeAddress(purpose);
	const entries = Object.entries(headers);
	const ticketHeaders = Object.fromEntries(entries.filter((entry) => !isTokenPlaceholder(entry)));
	const needsToken = entries.some(isTokenPlaceholder);
	if (needsToken && new URL(target).origin !== new URL(connection.baseUrl).origin)
		throw unsafeAddress(purpose);
	const secrets = [target, url, ...Object.values(ticketHeaders)];
	return {
		connection: {
			...connection,
			credentialType: needsToken ? connection.credentialType : undefined,
			learnToken: needsToken ? connection.learnToken : undefined,
			baseUrl: target,
			redact: (text, minimumLength) =>
				secrets.reduce(
					(clean, secret) => redactor(secret)(clean, minimumLength),
					connection.redact(text, minimumLength),
				),
		},
		call: {
			purpose,
			method,
			path: '',
			headers: ticketHeaders,
			bytes,
			safety: method === 'GET' ? 'read' : 'repeatable',
		},
	};
}

function unsafeAddress(purpose: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the service returned an unsafe address`,
		'Files are sent only over HTTPS, and the token only to the service. Report this to the support of the service.',
	);
}

/** Whether a header such as `Authorization: Bearer <API_TOKEN>` asks for the credential as well. */
function isTokenPlaceholder([name, value]: [string, string]): boolean {
	return /^authorization$/i.test(name) && /[<{]/.test(value);
}

/** The address of one part: the number replaces a placeholder, or goes below the address if there is none. */
function partUrl(url: string, part: number): string {
	const placeholder = /\{[^}]*\}|%7B[^%]*%7D/i;
	if (placeholder.test(url)) return url.replace(placeholder, String(part));
	const [address = '', ...query] = url.split('?');
	const base = address.replace(/\/+$/, '').replace(/\/parts(\/\d+)?$/, '');
	return [`${base}/parts/${part}`, ...query].join('?');
}

function isAllowed(target: string, mcpUrl: string): boolean {
	if (!URL.canParse(target)) return false;
	const { protocol } = new URL(target);
	return (
		protocol === 'https:' ||
		(protocol === 'http:' && isLoopback(new URL(target)) && isLoopback(new URL(mcpUrl)))
	);
}
