import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

/** A JSON-RPC request as it arrived. */
export interface Asked {
	method: string;
	params: IDataObject & { name?: string; arguments?: IDataObject };
}

/** A request that carries bytes. */
export interface Transfer {
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	bytes: Buffer;
}

export interface Reply {
	status?: number;
	headers?: Record<string, string>;
	body: unknown;
}

/** An MCP endpoint written by hand, for answers that the reference service does not give. */
export class PlainEndpoint {
	/** What it was asked, oldest first. */
	readonly asked: Asked[] = [];

	private constructor(
		private readonly server: Server,
		readonly url: string,
	) {}

	/**
	 * @param path where it answers
	 * @param transfer what it does with the bytes that come to any other path
	 */
	static async open(
		path: string,
		answer: (asked: Asked) => Reply,
		transfer: (request: Transfer) => Reply = () => ({ status: 404, body: '' }),
	): Promise<PlainEndpoint> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const bytes = Buffer.concat(chunks);
				const { method = '', url = '' } = request;
				const reply = (): Reply => {
					if (url !== path) return transfer({ method, url, headers: request.headers, bytes });
					const asked: Asked = JSON.parse(bytes.toString());
					endpoint.asked.push(asked);
					return answer(asked);
				};
				const { status = 200, headers, body } = reply();
				response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
				response.end(isRaw(body) ? body : JSON.stringify(body));
			});
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const endpoint = new PlainEndpoint(server, `http://127.0.0.1:${port}${path}`);
		return endpoint;
	}

	/** The arguments of the calls of one tool, oldest first. */
	callsOf(tool: string): Array<IDataObject | undefined> {
		return this.asked
			.filter(({ method, params }) => method === 'tools/call' && params.name === tool)
			.map(({ params }) => params.arguments);
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		await new Promise((resolve) => this.server.close(resolve));
	}
}

function isRaw(body: unknown): body is string | Buffer {
	return typeof body === 'string' || Buffer.isBuffer(body);
}

export function result(value: IDataObject): Reply {
	return { body: { jsonrpc: '2.0', id: 1, result: value } };
}

export function structured(structuredContent: IDataObject): Reply {
	return result({ content: [], structuredContent });
}
