import type { ServerResponse } from 'node:http';

import type { FaultAction } from '../faults';
import type { JournalEntry } from '../journal';
import { jsonAnswer, type Answer } from './answer';

export async function sleep(ms: number): Promise<void> {
	await new Promise<void>((resolve) => setTimeout(resolve, ms));
}

export function send(response: ServerResponse, entry: JournalEntry, answer: Answer): void {
	if (response.destroyed) return;
	entry.status = answer.status;
	response.writeHead(answer.status, withLength(answer));
	response.end(answer.body);
}

function withLength({ status, headers, body }: Answer): Record<string, string> {
	return status === 204 ? headers : { ...headers, 'Content-Length': String(body.length) };
}

/** The whole length is announced, a part is sent; then the connection breaks or falls silent. */
export function sendCut(
	response: ServerResponse,
	entry: JournalEntry,
	answer: Answer,
	{ bytes, then = 'break' }: Extract<FaultAction, { kind: 'cut' }>,
): void {
	entry.status = answer.status;
	response.writeHead(answer.status, withLength(answer));
	const start = answer.body.subarray(0, bytes ?? Math.floor(answer.body.length / 2));
	response.write(start, () => {
		if (then === 'break') response.destroy();
	});
}

/**
 * Does what a fault says in place of an answer, or before it (a delay).
 * @returns whether the request is over with that
 */
export async function strike(
	fault: FaultAction,
	response: ServerResponse,
	entry: JournalEntry,
	real?: Answer,
): Promise<boolean> {
	switch (fault.kind) {
		case 'drop':
			response.destroy();
			return true;
		case 'stall':
			return true;
		case 'delay':
			await sleep(fault.ms);
			return false;
		case 'cut':
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
			send(response, entry, jsonAnswer(status, body, fault.headers));
			return true;
		}
	}
}

function page(status: number): Answer {
	const html = `<html><head><title>${status}</title></head><body><h1>${status} Proxy Error</h1></body></html>`;
	return { status, headers: { 'Content-Type': 'text/html' }, body: Buffer.from(html) };
}
