import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { startLocalServer, type LocalServer } from './localServer';

/** Returns what a proxy passes on in place of the JSON of a response. */
export type ChangeJson = (json: unknown, requestBody: string) => unknown;

/** Passes requests on to a service, and changes the JSON of its responses. */
export async function startRelay(target: string, change: ChangeJson): Promise<LocalServer> {
	return await startLocalServer((request, response) => {
		// A response that is cut off stays one.
		relay(target, change, request, response).catch(() => response.destroy());
	});
}

async function relay(
	target: string,
	change: ChangeJson,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const body = await buffer(request);
	const answer = await forward(target, request, body);
	answer.headers.forEach((value, name) => {
		if (!/^(content-(length|encoding)|transfer-encoding|connection)$/.test(name)) {
			response.setHeader(name, value);
		}
	});
	const text = await answer.text();
	const isJson = answer.headers.get('content-type')?.includes('json') === true;
	const changed =
		isJson && text !== '' ? JSON.stringify(change(JSON.parse(text), body.toString())) : text;
	response.writeHead(answer.status).end(changed);
}

async function forward(
	target: string,
	request: IncomingMessage,
	body: Buffer<ArrayBuffer>,
): Promise<Response> {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (typeof value === 'string' && name !== 'host' && name !== 'connection')
			headers.set(name, value);
	}
	return await fetch(`${new URL(target).origin}${request.url}`, {
		method: request.method,
		headers,
		body: body.length > 0 ? body : undefined,
	});
}
