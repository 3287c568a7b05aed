import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IDataObject } from 'n8n-workflow';

/** A JSON-RPC request as it arrived. */
export interface Asked {
	method: string;
	params: IDataObject & { name?: string; arguments?: IDataObject };
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

	/** @param path the only one that it answers at */
	static async open(path: string, answer: (asked: Asked) => Reply): Promise<PlainEndpoint> {
		const server = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				if (request.url !== path) return void response.writeHead(404).end();
				const asked: Asked = JSON.parse(Buffer.concat(chunks).toString());
				endpoint.asked.push(asked);
				const { status = 200, headers, body } = answer(asked);
				response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
				response.end(typeof body === 'string' ? body : JSON.stringify(body));
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

export function result(value: IDataObject): Reply {
	return { body: { jsonrpc: '2.0', id: 1, result: value } };
}

export function structured(structuredContent: IDataObject): Reply {
	return result({ content: [], structuredContent });
}
