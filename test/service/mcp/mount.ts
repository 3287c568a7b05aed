import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Express, Request, Response } from 'express';

import { authenticate } from '../core/access';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import type { Answer } from '../http/answer';
import { exchange, type Arrival, type Entrance } from '../http/exchange';
import { originOf, resourceMetadataUrl } from '../oauth/metadata';
import { Tickets } from './tickets';
import { toolServer, type Toolbox } from './tools';
import { transferEntrance } from './transfers';

export const MCP_PATH = '/mcp';

const BODY_LIMIT_BYTES = 1_000_000;

/** The operations once more, as assistant tools over Streamable HTTP, and the transfers that go with them. */
export function mountTools(app: Express, service: Service, operations: Operation[]): void {
	const toolbox: Toolbox = { service, operations, tickets: new Tickets(service) };
	const serve = (entrance: Entrance) => async (request: Request, response: Response) =>
		await exchange(service, request, response, entrance);
	app.all(MCP_PATH, serve(toolEntrance(toolbox)));
	const { tickets } = toolbox;
	const download = transferEntrance(service, operations, tickets, 'download');
	app.get(download.route, serve(download));
	const upload = transferEntrance(service, operations, tickets, 'upload');
	app.put(upload.route, serve(upload));
}

function toolEntrance(toolbox: Toolbox): Entrance {
	return {
		route: MCP_PATH,
		operationOf: toolName,
		bodyLimitBytes: BODY_LIMIT_BYTES,
		identify: (service, { headers }) => authenticate(service, headers.authorization),
		challenge: (request) => `Bearer resource_metadata="${resourceMetadataUrl(request)}"`,
		respond: async (_service, arrival) => await answer(toolbox, arrival),
	};
}

/** A tool goes by the name of its operation; other requests by their method, such as `tools/list`. */
function toolName({ method, params }: Record<string, unknown>): string | undefined {
	if (typeof method !== 'string') return undefined;
	const name: unknown = method === 'tools/call' ? Object(params).name : method;
	return typeof name === 'string' ? name : method;
}

async function answer(toolbox: Toolbox, arrival: Arrival): Promise<Answer> {
	const { toolAnswer } = toolbox.service.dialect;
	const handler = createMcpHandler(() => toolServer(toolbox, arrival), {
		responseMode: toolAnswer === 'stream' ? 'sse' : 'auto',
	});
	const response = await handler.fetch(toWebRequest(arrival));
	const headers: Record<string, string> = {};
	response.headers.forEach((value, name) => {
		headers[name] = value;
	});
	return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** The request as the SDK takes it. Its body has been read already. */
function toWebRequest({ request, body }: Arrival): globalThis.Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers)) {
		if (value !== undefined) headers.set(name, String(value));
	}
	return new globalThis.Request(`${originOf(request)}${request.originalUrl}`, {
		method: request.method,
		headers,
		...(request.method === 'POST' && { body: new Uint8Array(body) }),
	});
}
