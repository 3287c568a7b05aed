import type { Request } from 'express';

import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import type { RouteHandler } from '../http/handleRequest';
import { successResponse } from '../http/response';
import type { Ticket, Tickets } from './tickets';

export const TICKET_HEADER = 'Service-Ticket';

const ROUTES = {
	download: { route: '/transfers/:id/file', operation: 'download_media' },
	upload: { route: '/transfers/:id/parts/:part', operation: 'upload_media_part' },
} as const;

/** The handler for transferring a file with a ticket instead of a token. */
export function transferHandler(
	service: Service,
	operations: Operation[],
	tickets: Tickets,
	kind: Ticket['kind'],
): RouteHandler & { route: string } {
	const { route, operation: name } = ROUTES[kind];
	const operation = operations.find((each) => each.name === name);
	if (!operation) throw new Error(`The service has no operation ${name}`);
	const redeem = ({ params, headers }: Request) => {
		const token = headers[TICKET_HEADER.toLowerCase()];
		return tickets.redeem(typeof token === 'string' ? token : undefined, kind, String(params.id));
	};
	return {
		route,
		operationOf: () => name,
		bodyLimitBytes: service.settings.partSizeBytes,
		identify: (_service, request) => redeem(request).credential,
		challenge: () => TICKET_HEADER,
		async respond(_service, { request, credential, body, entry }) {
			const { workspaceId } = redeem(request).ticket;
			const { id, part } = request.params;
			const { result } = await operation.run(service, {
				credential,
				workspaceId,
				arguments: kind === 'upload' ? { id, part } : { id },
				binary: body,
			});
			return successResponse(result, entry.requestId);
		},
	};
}

/** A ticket as a tool returns it, in the service's dialect. */
export function presentTicket({ clock, dialect }: Service, ticket: Ticket, origin: string) {
	const base = `${origin}/transfers/${encodeURIComponent(ticket.mediaId)}`;
	const url = ticket.kind === 'download' ? `${base}/file` : `${base}/parts/{part}`;
	const method = ticket.kind === 'download' ? 'GET' : 'PUT';
	if (dialect.ticket === 'nested') {
		return {
			transfer: {
				method,
				url: ticket.kind === 'download' ? url : base,
				headers: { [TICKET_HEADER]: ticket.token },
				expires_in: Math.round((ticket.expiresAtMs - clock.now()) / 1000),
			},
		};
	}
	const what = ticket.kind === 'download' ? 'the file' : 'every part; {part} is its number, from 1';
	return {
		resource_url: url,
		ticket: ticket.token,
		required_header: TICKET_HEADER,
		expires_at: clock.iso(ticket.expiresAtMs),
		instructions: `${method} ${what}. Send the ticket in the required header and no bearer token.`,
	};
}
