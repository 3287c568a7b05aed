import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';
import { isLoopback } from '../transport/address';
import type { Connection } from '../transport/connection';
import type { Call } from '../transport/types';

/** Lets the bytes of one file travel over HTTP. Its address and headers are secret. */
export interface Ticket {
	url: string;
	headers: Record<string, string>;
}

/**
 * Reads a ticket from what a tool answered. The service's description names its parts (an address, a header,
 * instructions) but not their fields, so they are looked for in the answer and in the objects within it.
 *
 * @throws ServiceFailure that shows nothing of the answer
 */
export function readTicket(data: IDataObject, purpose: string): Ticket {
	const places = withInner(data, 2);
	const url = firstOf(places, [
		'part_url',
		'url_template',
		'resource_url',
		'upload_url',
		'download_url',
		'url',
		'href',
		'resource',
	]);
	const headers = readHeaders(places);
	if (url !== undefined && Object.keys(headers).length > 0) return { url, headers };
	throw new ServiceFailure(
		`Could not ${purpose}: the service gave no ticket that this node understands`,
		'Report this to the support of the service, or use the resource Media instead.',
	);
}

function withInner(record: IDataObject, depth: number): IDataObject[] {
	if (depth === 0) return [record];
	const inner = Object.values(record).filter(isRecord);
	return [record, ...inner.flatMap((each) => withInner(each, depth - 1))];
}

function firstOf(places: IDataObject[], names: string[]): string | undefined {
	return names
		.flatMap((name) => places.map((place) => textOf(place[name])))
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

function readHeaders(places: IDataObject[]): Record<string, string> {
	const ticket = firstOf(places, [
		'ticket',
		'ticket_token',
		'upload_ticket',
		'download_ticket',
		'token',
		'value',
	]);
	for (const name of HEADER_FIELDS) {
		for (const place of places) {
			const given = [place[name]].flat().flatMap((header) => readHeader(header, ticket));
			if (given.length > 0) return Object.fromEntries(given);
		}
	}
	return {};
}

/** A map of headers, a name with its value, `Name: value`, or a name to send the ticket under. */
function readHeader(header: unknown, ticket: string | undefined): Array<[string, string]> {
	const fill = (value: string) =>
		ticket === undefined ? value : value.replace(TICKET_GAP, () => ticket);
	if (isRecord(header)) {
		const own = textOf(header.name);
		const value = textOf(header.value) ?? ticket;
		if (own !== undefined && value !== undefined) return [[own, fill(value)]];
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

/** Where instructions want the ticket: `<ticket>`, `{ticket}`. */
const TICKET_GAP = /<[^<>]*ticket[^<>]*>|\{[^{}]*ticket[^{}]*\}/i;

/**
 * What a request with a ticket needs. It goes to the address that the service gave, without the credential.
 *
 * @throws ServiceFailure for an address that would send the ticket, or n8n, somewhere it must not go
 */
export function redeemTicket(
	connection: Connection,
	{ url, headers }: Ticket,
	request: { purpose: string; method: IHttpRequestMethods; part?: number; bytes?: Buffer },
): { connection: Connection; call: Call } {
	const { purpose, method, part, bytes } = request;
	const target = part === undefined ? url : partUrl(url, part);
	if (!isAllowed(target, connection.baseUrl)) throw notSafe(purpose);
	const entries = Object.entries(headers);
	const own = Object.fromEntries(entries.filter((entry) => !isPlaceholderForToken(entry)));
	const wantsToken = entries.some(isPlaceholderForToken);
	if (wantsToken && new URL(target).origin !== new URL(connection.baseUrl).origin)
		throw notSafe(purpose);
	const secrets = [target, url, ...Object.values(own)];
	return {
		connection: {
			...connection,
			credentialType: wantsToken ? connection.credentialType : undefined,
			baseUrl: target,
			redact: (text) =>
				secrets.reduce((clean, secret) => clean.replaceAll(secret, '***'), connection.redact(text)),
		},
		call: {
			purpose,
			method,
			path: '',
			headers: own,
			bytes,
			safety: method === 'GET' ? 'read' : 'repeatable',
		},
	};
}

function notSafe(purpose: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the service gave an address that is not safe`,
		'Files only travel over HTTPS, and the token only to the service. Report this to the support of the service.',
	);
}

/** `Authorization: Bearer <API_TOKEN>`: the instructions want the credential as well. */
function isPlaceholderForToken([name, value]: [string, string]): boolean {
	return /^authorization$/i.test(name) && /[<{]/.test(value);
}

/** Where one part goes: into the gap that the address has for it, or below the address. */
function partUrl(url: string, part: number): string {
	const gap = /\{[^}]*\}|%7B[^%]*%7D/i;
	if (gap.test(url)) return url.replace(gap, String(part));
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
