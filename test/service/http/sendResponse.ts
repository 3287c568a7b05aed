import type { ServerResponse } from 'node:http';

import type { FaultAction } from '../faults';
import type { JournalEntry } from '../journal';
import { jsonResponse, type ServiceResponse } from './response';

export function send(response: ServerResponse, entry: JournalEntry, reply: ServiceResponse): void {
	if (response.destroyed) return;
	entry.status = reply.status;
	response.writeHead(reply.status, withLength(reply));
	response.end(reply.body);
}

function withLength({ status, headers, body }: ServiceResponse): Record<string, string> {
	return status === 204 ? headers : { ...headers, 'Content-Length': String(body.length) };
}

/** Announces the full length and sends only a part; then the connection breaks or goes silent. */
export function sendCut(
	response: ServerResponse,
	entry: JournalEntry,
	reply: ServiceResponse,
	{ bytes, then = 'break' }: Extract<FaultAction, { kind: 'cut' }>,
): void {
	entry.status = reply.status;
	response.writeHead(reply.status, withLength(reply));
	const start = reply.body.subarray(0, bytes ?? Math.floor(reply.body.length / 2));
	response.write(start, () => {
		if (then === 'break') response.destroy();
		else entry.isSilent = true;
	});
}

/**
 * Carries out a fault, instead of a response or before it (`hold`).
 *
 * @returns whether the request is finished
 */
export async function applyFault(
	fault: FaultAction,
	response: ServerResponse,
	entry: JournalEntry,
	real?: ServiceResponse,
): Promise<boolean> {
	switch (fault.kind) {
		case 'drop':
			response.destroy();
			return true;
		case 'stall':
			entry.isSilent = true;
			return true;
		case 'hold':
			await fault.until();
			return false;
		case 'cut':
		case 'stale':
			return false;
		case 'html':
			send(response, entry, page(fault.status ?? 502));
			return true;
		case 'empty':
			send(response, entry, {
				status: fault.status ?? real?.status ?? 200,
				headers: {},
				body: Buffer.alloc(0),
			});
			return true;
		case 'status': {
			const { status, code = 'internal_error', message = 'Something went wrong.' } = fault;
			const body = { error: { code, message }, request_id: entry.requestId };
			send(response, entry, jsonResponse(status, body, fault.headers));
			return true;
		}
	}
}

function page(status: number): ServiceResponse {
	const html = `<html><head><title>${status}</title></head><body><h1>${status} Proxy Error</h1></body></html>`;
	return { status, headers: { 'Content-Type': 'text/html' }, body: Buffer.from(html) };
}
