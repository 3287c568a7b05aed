import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createInflate } from 'node:zlib';
import express, { type Request, type Response } from 'express';

export type WebhookSlot = 'production' | 'test';

/** Path prefix of each slot's webhooks. */
const slots: Record<string, WebhookSlot> = { webhook: 'production', 'webhook-test': 'test' };

/** A response that n8n sends instead of the node. */
export class RefusedRequest extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly hint?: string,
	) {
		super(message);
	}
}

export type WebhookHandler = (
	slot: WebhookSlot,
	path: string,
	request: Request,
	response: Response,
) => Promise<void>;

/** Listens on a free port and hands webhook requests over with n8n's additions: `rawBody`, `readRawBody`. */
export async function listen(handle: WebhookHandler): Promise<Server> {
	const app = express();
	app.disable('x-powered-by');
	app.all('/:prefix/*path', async (request, response) => {
		const { prefix, path } = request.params;
		try {
			const slot = slots[String(prefix)];
			if (slot === undefined) throw new RefusedRequest(404, 'Not found');
			addRawBody(request);
			await handle(slot, [path].flat().join('/'), request, response);
		} catch (error) {
			if (response.headersSent) throw error;
			const refused = error instanceof RefusedRequest;
			response.status(refused ? error.status : 500).json({
				code: refused ? error.status : 0,
				message: error instanceof Error ? error.message : String(error),
				...(refused && error.hint && { hint: error.hint }),
			});
		}
	});
	const server = createServer(app);
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return server;
}

export function originOf(server: Server): string {
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function addRawBody(request: IncomingMessage): void {
	const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
	const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith('charset='));
	if (type) request.contentType = type.trim().toLowerCase();
	const encoding = charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8';
	request.encoding = Buffer.isEncoding(encoding) ? encoding : 'utf-8';
	request.readRawBody = async () => {
		if (request.rawBody) return;
		const packing = request.headers['content-encoding'];
		const unpacked =
			packing === 'gzip'
				? request.pipe(createGunzip())
				: packing === 'deflate'
					? request.pipe(createInflate())
					: request;
		request.rawBody = await buffer(unpacked);
	};
}

/**
 * Reads and parses the body as n8n does before it calls a node: for a node of version 1 always, for later versions only
 * where the content type is one n8n parses. JSON that does not parse never reaches the node.
 */
export async function readBody(request: Request, typeVersion: number): Promise<void> {
	const { contentType = '' } = request;
	if (contentType.startsWith('multipart/')) return;
	const parsed = /^(application\/json|text\/plain|application\/x-www-form-urlencoded)/;
	if (typeVersion > 1 && !parsed.test(contentType)) return;
	await request.readRawBody();
	if (request.rawBody.length === 0) return;
	const text = request.rawBody.toString(request.encoding);
	if (contentType === 'text/plain') request.body = text;
	if (contentType === 'application/x-www-form-urlencoded') {
		request.body = Object.fromEntries(new URLSearchParams(text));
	}
	if (contentType !== 'application/json') return;
	try {
		request.body = JSON.parse(text.replace(/^\uFEFF/, ''));
	} catch (error) {
		const hint = error instanceof Error ? error.message : undefined;
		throw new RefusedRequest(422, 'Failed to parse request body', hint);
	}
}
