import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { startLocalServer, type LocalServer } from './localServer';

/** Fields that the service's description does not promise. */
const OPTIONAL_FIELDS = new Set(['name', 'created_at', 'updated_at', 'ready']);

/** Passes requests on to a service, and removes names, ages, verdicts and the order of lists from its responses. */
export async function startStrippingProxy(target: string): Promise<LocalServer> {
	return await startLocalServer((request, response) => {
		// A response that is cut off stays one.
		relay(target, request, response).catch(() => response.destroy());
	});
}

async function relay(
	target: string,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const answer = await forward(target, request);
	answer.headers.forEach((value, name) => {
		if (!/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name)) {
			response.setHeader(name, value);
		}
	});
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json') === true;
	const stripped =
		isJson && text !== '' ? JSON.stringify(stripOptionalFields(JSON.parse(text))) : text;
	response.writeHead(answer.status).end(stripped);
}

async function forward(target: string, request: IncomingMessage): Promise<Response> {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (typeof value === 'string' && name !== 'host' && name !== 'connection')
			headers.set(name, value);
	}
	const body = await buffer(request);
	return await fetch(`${new URL(target).origin}${request.url}`, {
		method: request.method,
		headers,
		body: body.length > 0 ? body : undefined,
	});
}

function stripOptionalFields(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(stripOptionalFields).reverse();
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([name]) => !OPTIONAL_FIELDS.has(name));
	return Object.fromEntries(kept.map(([name, field]) => [name, stripOptionalFields(field)]));
}
