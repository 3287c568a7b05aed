import type { Express, Request, Response } from 'express';

import { authenticate } from '../core/access';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import { handleRequest, type AuthorizedRequest, type RouteHandler } from '../http/handleRequest';
import type { ServiceResponse } from '../http/response';
import { originOf, resourceMetadataUrl } from '../oauth/metadata';
import { Tickets } from './tickets';
import type { Toolbox } from './tools';
import { transferHandler } from './transfers';

export const MCP_PATH = '/mcp';

const BODY_LIMIT_BYTES = 1_000_000;

/** Adds the operations as assistant tools over Streamable HTTP, and the file transfers they need. */
export function mountTools(app: Express, service: Service, operations: Operation[]): void {
	const toolbox: Toolbox = { service, operations, tickets: new Tickets(service) };
	const serve = (handler: RouteHandler) => async (request: Request, response: Response) =>
		await handleRequest(service, request, response, handler);
	app.all(MCP_PATH, serve(toolHandler(toolbox)));
	const { tickets } = toolbox;
	const download = transferHandler(service, operations, tickets, 'download');
	app.get(download.route, serve(download));
	const upload = transferHandler(service, operations, tickets, 'upload');
	app.put(upload.route, serve(upload));
}

function toolHandler(toolbox: Toolbox): RouteHandler {
	return {
		route: MCP_PATH,
		operationOf: toolName,
		bodyLimitBytes: BODY_LIMIT_BYTES,
		identify: (service, { headers }) => authenticate(service, headers.authorization),
		challenge: (request) => `Bearer resource_metadata="${resourceMetadataUrl(request)}"`,
		respond: async (_service, authorized) => await callHandler(toolbox, authorized),
	};
}

/** The operation of a tool call, or the method of any other request, such as `tools/list`. */
function toolName({ method, params }: Record<string, unknown>): string | undefined {
	if (typeof method !== 'string') return undefined;
	const name: unknown = method === 'tools/call' ? Object(params).name : method;
	return typeof name === 'string' ? name : method;
}

async function callHandler(
	toolbox: Toolbox,
	authorized: AuthorizedRequest,
): Promise<ServiceResponse> {
	// Loaded when it is needed: most tests call no tool, and the SDK is large.
	const { createMcpHandler } = await import('@modelcontextprotocol/server');
	const { toolServer } = await import('./tools');
	const { toolResponse } = toolbox.service.dialect;
	const handler = createMcpHandler(() => toolServer(toolbox, authorized), {
		responseMode: toolResponse === 'stream' ? 'sse' : 'auto',
	});
	const response = await handler.fetch(toWebRequest(authorized));
	const headers: Record<string, string> = {};
	response.headers.forEach((value, name) => {
		headers[name] = value;
	});
	return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) };
}

/** Converts the request, whose body is already read, for the SDK. */
function toWebRequest({ request, body }: AuthorizedRequest): globalThis.Request {
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
