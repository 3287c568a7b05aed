import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isTokenPlaceholder, partAddress, readTicket, type Ticket } from '../api/readings/ticket';
import { ServiceFailure } from '../shared/failure';
import { isLoopback } from '../transport/address';
import { redactor, type Connection } from '../transport/connection';
import type { Call } from '../transport/types';

/** @throws ServiceFailure that reveals nothing of the result */
export function requireTicket(data: IDataObject, purpose: string): Ticket {
	const ticket = readTicket(data);
	if (ticket !== undefined) return ticket;
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned no ticket that this node can read`,
		'Report this to the support of the service, or use the Media resource instead.',
	);
}

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
	const target = part === undefined ? url : partAddress(url, part);
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
			safety: method === 'GET' ? 'safe' : 'idempotent',
		},
	};
}

function unsafeAddress(purpose: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the service returned an unsafe address`,
		'Files are sent only over HTTPS, and the token only to the service. Report this to the support of the service.',
	);
}

function isAllowed(target: string, mcpUrl: string): boolean {
	if (!URL.canParse(target)) return false;
	const { protocol } = new URL(target);
	return (
		protocol === 'https:' ||
		(protocol === 'http:' && isLoopback(new URL(target)) && isLoopback(new URL(mcpUrl)))
	);
}
