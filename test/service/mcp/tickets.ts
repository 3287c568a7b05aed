import { randomBytes } from 'node:crypto';

import { suspension } from '../core/access';
import { ServiceError } from '../core/errors';
import type { Credential, MediaItem } from '../core/records';
import type { Service } from '../core/service';

export const TICKET_LIFE_MS = 15 * 60_000;

/** Authorizes the transfer of one media item over HTTP, outside of tool arguments. */
export interface Ticket {
	token: string;
	kind: 'upload' | 'download';
	credentialId: string;
	workspaceId: string;
	mediaId: string;
	expiresAtMs: number;
}

/** Issues and checks tickets. */
export class Tickets {
	private readonly issued = new Map<string, Ticket>();

	constructor(private readonly service: Service) {}

	issue(
		kind: Ticket['kind'],
		credential: Credential,
		workspaceId: string,
		mediaId: string,
	): Ticket {
		const ticket: Ticket = {
			token: `tkt_${randomBytes(24).toString('base64url')}`,
			kind,
			credentialId: credential.id,
			workspaceId,
			mediaId,
			expiresAtMs: this.service.clock.now() + TICKET_LIFE_MS,
		};
		this.issued.set(ticket.token, ticket);
		return ticket;
	}

	/** Returns the ticket with its item and owner; throws 401 or 403 if any of them is not valid for this. */
	redeem(
		token: string | undefined,
		kind: Ticket['kind'],
		mediaId: string,
	): { ticket: Ticket; credential: Credential; item: MediaItem } {
		const { clock, state } = this.service;
		const ticket = this.issued.get(token ?? '');
		if (!ticket) throw refused('The ticket is not valid.');
		if (ticket.expiresAtMs <= clock.now()) throw refused('The ticket has expired.');
		if (ticket.kind !== kind || ticket.mediaId !== mediaId) {
			throw refused('The ticket is for another resource.');
		}
		const credential = state.credentials.get(ticket.credentialId);
		const reason = suspension(this.service, credential, ticket.workspaceId);
		if (!credential || reason === 'access_revoked') throw refused('The access was revoked.');
		if (reason) throw new ServiceError(403, 'ticket_refused', 'The access is suspended.');
		const item = state.media.get(mediaId);
		if (!item) throw refused('The media item is gone.');
		if (kind === 'upload' && item.status !== 'uploading') throw refused('The upload is complete.');
		return { ticket, credential, item };
	}
}

function refused(message: string): ServiceError {
	return new ServiceError(401, 'ticket_refused', message);
}
