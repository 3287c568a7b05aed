import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { runNode, type NodeRun, type RunNodeOptions } from '../../engine';
import { byId } from './nodeHarness';

/** A request as the other service got it. */
export interface Received {
	/** Method and path below the base address, as sent. */
	line: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: Buffer;
	/** Which request with this line it is, from 1. */
	nth: number;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	/** What stands in the envelope's `data`; left out, the envelope has none. */
	data?: unknown;
	/** What stands in the envelope's `error`. */
	error?: unknown;
	/** In the place of the envelope. */
	text?: string;
	/** How many bytes of the body arrive before the connection breaks. */
	cutAfter?: number;
}

/** A service that answers what a test tells it to, with choices that the reference service does not make. */
export interface OtherService {
	requests: Received[];
	lines(): string[];
	sent(line: string): Received[];
	run(
		name: string,
		parameters?: INodeParameters,
		options?: Partial<Omit<RunNodeOptions, 'nodeType' | 'parameters'>>,
	): Promise<NodeRun>;
	close(): Promise<void>;
}

/** Answers by the line of the request; undefined breaks the connection. */
export type Answers = Record<string, (request: Received) => Reply | undefined>;

/** What has no answer does not exist. Pauses of the node take no time, but move its clock. */
export async function openOtherService(answers: Answers): Promise<OtherService> {
	const answer = (request: Received) => {
		const known = answers[request.line];
		return known === undefined ? { status: 404, error: { code: 'no_route' } } : known(request);
	};
	const requests: Received[] = [];
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const url = new URL(request.url ?? '', 'http://127.0.0.1');
			const line = `${request.method} ${url.pathname.replace('/api/v1', '')}`;
			const nth = requests.filter((earlier) => earlier.line === line).length + 1;
			const { headers } = request;
			const received = { line, query: url.searchParams, headers, body: Buffer.concat(chunks), nth };
			requests.push(received);
			const reply = answer(received);
			if (reply === undefined) return void request.socket.destroy();
			const { status = 200, data, error, cutAfter } = reply;
			const text = reply.text ?? JSON.stringify({ data, error, request_id: 'req_1' });
			response.writeHead(status, {
				...(status !== 204 && { 'Content-Length': Buffer.byteLength(text) }),
				...reply.headers,
			});
			if (cutAfter === undefined) return void response.end(status === 204 ? '' : text);
			response.write(Buffer.from(text).subarray(0, cutAfter), () => request.socket.destroy());
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	let aheadMs = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => Date.now() + aheadMs);
	jest.spyOn(clock, 'wait').mockImplementation(async (durationMs, signal) => {
		signal?.throwIfAborted();
		aheadMs += durationMs;
	});
	return {
		requests,
		lines: () => requests.map(({ line }) => line),
		sent: (line) => requests.filter((request) => request.line === line),
		async run(name, parameters = {}, options = {}) {
			const [resource = '', operation = ''] = name.split(':');
			return await runNode({
				nodeType: new SocialPublishing(),
				credentials: {
					socialPublishingApi: {
						baseUrl: `http://127.0.0.1:${port}/api/v1`,
						apiToken: `token-${port}`,
					},
				},
				parameters: { resource, operation, workspaceId: byId('1'), ...parameters },
				...options,
			});
		},
		async close() {
			jest.restoreAllMocks();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
