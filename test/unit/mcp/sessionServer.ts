import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';

import { McpServer, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';

import { ScriptedServer, type ReceivedRequest } from '../support/scriptedServer';

/** An endpoint for versions of the protocol with sessions, built with the official SDK. */
export class SessionServer {
	/** By their IDs. */
	readonly sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
	/** The IDs of the sessions that the client has ended. */
	readonly ended: string[] = [];
	/** The texts with which the tool was called. */
	readonly calls: string[] = [];

	private constructor(private readonly server: ScriptedServer) {}

	static async open(): Promise<SessionServer> {
		const server = await ScriptedServer.open((request) => (response) => {
			endpoint.respond(request, response).catch(() => response.destroy());
		});
		const endpoint = new SessionServer(server);
		return endpoint;
	}

	get url(): string {
		return `${this.server.origin}/mcp`;
	}

	get requests(): ReceivedRequest[] {
		return this.server.requests;
	}

	async close(): Promise<void> {
		await this.server.close();
	}

	private async respond(request: ReceivedRequest, response: ServerResponse): Promise<void> {
		const headers = new Headers();
		for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value));
		const { method } = request;
		const body = new Uint8Array(request.body);
		const webRequest = new globalThis.Request(this.url, { method, headers, body });
		const known = this.sessions.get(headers.get('mcp-session-id') ?? '');
		const transport = known ?? (await this.newTransport());
		const reply = await transport.handleRequest(webRequest);
		reply.headers.forEach((value, name) => response.setHeader(name, value));
		response.writeHead(reply.status);
		response.end(Buffer.from(await reply.arrayBuffer()));
	}

	private async newTransport(): Promise<WebStandardStreamableHTTPServerTransport> {
		const transport = new WebStandardStreamableHTTPServerTransport({
			sessionIdGenerator: randomUUID,
			onsessioninitialized: (id) => void this.sessions.set(id, transport),
			onsessionclosed: (id) => void this.ended.push(id),
		});
		const server = new McpServer({ name: 'sessions', version: '1' });
		server.registerTool('change_rows', { description: 'Changes rows' }, () => {
			this.calls.push('change_rows');
			return { content: [{ type: 'text', text: 'Changed.' }] };
		});
		await server.connect(transport);
		return transport;
	}
}
