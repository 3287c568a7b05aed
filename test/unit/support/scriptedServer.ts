import {
	createServer,
	type IncomingHttpHeaders,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the server received it. */
export interface ReceivedRequest {
	method: string;
	/** Path and query, as sent. */
	url: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: Buffer;
	/** Which request with this method and path it is, from 1. */
	nth: number;
}

export interface ScriptedResponse {
	/** 200 by default. */
	status?: number;
	headers?: Record<string, string>;
	/** Sent as is if it is a string or a Buffer, as JSON otherwise. Without it, the response has no body. */
	body?: unknown;
	/** How many bytes of the body arrive before the connection breaks. */
	cutAfterBytes?: number;
}

/** Writes a response by hand. A request that it does not end hangs until the server is closed. */
export type ResponseWriter = (response: ServerResponse) => void;

/** What a request gets. With undefined, the connection breaks without a response. */
export type Script = (request: ReceivedRequest) => ScriptedResponse | ResponseWriter | undefined;

/** An HTTP server on a loopback address that records its requests and sends the responses of a test. */
export class ScriptedServer {
	/** Oldest first. */
	readonly requests: ReceivedRequest[] = [];

	private constructor(
		private readonly server: Server,
		readonly origin: string,
	) {}

	static async open(script: Script, host = '127.0.0.1'): Promise<ScriptedServer> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				respond(response, script(scripted.record(request, Buffer.concat(chunks))));
			});
		});
		const port = await listenOnNewPort(server, host);
		const scripted = new ScriptedServer(server, `http://${host}:${port}`);
		return scripted;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}

	private record({ method = '', url = '', headers }: IncomingMessage, body: Buffer) {
		const { pathname: path, searchParams: query } = new URL(this.origin + url);
		const earlier = this.requests.filter((each) => each.method === method && each.path === path);
		const request = { method, url, path, query, headers, body, nth: earlier.length + 1 };
		this.requests.push(request);
		return request;
	}
}

/** The node remembers for minutes what it has read from an address, so no other server may get the same one. */
const usedPorts = new Set<number>();

async function listenOnNewPort(server: Server, host: string): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	const { port } = server.address() as AddressInfo;
	if (!usedPorts.has(port)) {
		usedPorts.add(port);
		return port;
	}
	await new Promise((resolve) => server.close(resolve));
	return await listenOnNewPort(server, host);
}

function respond(response: ServerResponse, scripted: ReturnType<Script>): void {
	if (scripted === undefined) return void response.destroy();
	if (typeof scripted === 'function') return scripted(response);
	const { status = 200, headers, body, cutAfterBytes } = scripted;
	const bytes = toBytes(body);
	response.writeHead(status, {
		...(status !== 204 && { 'Content-Length': bytes.length }),
		...headers,
	});
	if (cutAfterBytes === undefined) return void response.end(status === 204 ? undefined : bytes);
	response.write(bytes.subarray(0, cutAfterBytes), () => response.destroy());
}

function toBytes(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	return Buffer.from(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}
