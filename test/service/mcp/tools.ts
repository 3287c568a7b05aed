import {
	ProtocolError,
	ProtocolErrorCode,
	Server,
	type CallToolResult,
	type Tool,
} from '@modelcontextprotocol/server';

import type { Operation, Result } from '../core/operation';
import type { Service } from '../core/service';
import { jsonObject } from '../http/body';
import { toServiceError, type AuthorizedRequest } from '../http/handleRequest';
import { errorResponse, successResponse } from '../http/response';
import { originOf } from '../oauth/metadata';
import { inputSchema, readArguments } from './arguments';
import type { Tickets } from './tickets';
import { presentTicket } from './transfers';

export interface Toolbox {
	service: Service;
	operations: Operation[];
	tickets: Tickets;
}

/** Creates an MCP server for one request of one credential; it keeps no state between requests. */
export function toolServer(toolbox: Toolbox, authorized: AuthorizedRequest): Server {
	const { service } = toolbox;
	// File content is sent only over HTTP, so uploading a part is not a tool.
	const operations = toolbox.operations.filter((operation) => !operation.binary);
	const server = new Server(
		{ name: 'social-publishing-service', version: '1.0.0' },
		{ capabilities: { tools: {} } },
	);
	server.setRequestHandler('tools/list', ({ params }) => {
		const { toolPageSize } = service.dialect;
		const start = Number(params?.cursor ?? 0);
		const tools = operations
			.slice(start, start + toolPageSize)
			.map((each) => toTool(service, each));
		const next = start + toolPageSize;
		return { tools, ...(next < operations.length && { nextCursor: String(next) }) };
	});
	server.setRequestHandler('tools/call', async ({ params }) => {
		const operation = operations.find(({ name }) => name === params.name);
		if (!operation) {
			throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
		}
		return await callTool(toolbox, authorized, operation, params.arguments ?? {});
	});
	return server;
}

function toTool({ dialect }: Service, operation: Operation): Tool {
	const { name, description, method, needsKey } = operation;
	const readOnly = method === 'GET' || name === 'validate_post';
	return {
		name,
		description,
		inputSchema: JSON.parse(JSON.stringify(inputSchema(operation, dialect))),
		annotations: {
			readOnlyHint: readOnly,
			destructiveHint: method === 'DELETE',
			idempotentHint: readOnly || needsKey,
		},
	};
}

async function callTool(
	{ service, tickets }: Toolbox,
	{ credential, entry, hold, request }: AuthorizedRequest,
	operation: Operation,
	values: Record<string, unknown>,
): Promise<CallToolResult> {
	try {
		const call = readArguments(operation, service.dialect, values);
		const { result, replayed } = await operation.run(service, {
			...call,
			credential,
			hold,
		});
		if (replayed) entry.replayed = true;
		const ticket = ticketFor(operation, call.arguments, result, service);
		const { workspaceId = '' } = call;
		const present = () =>
			ticket &&
			presentTicket(
				service,
				tickets.issue(ticket.kind, credential, workspaceId, ticket.mediaId),
				originOf(request),
			);
		return toResult(service, success(result, entry.requestId, present()), false);
	} catch (error) {
		const { body } = errorResponse(service, toServiceError(error, entry), entry.requestId);
		return toResult(service, jsonObject(body) ?? {}, true);
	}
}

/** The REST response body, with the ETag header as `revision`. */
function success(result: Result, requestId: string, ticket: object | undefined) {
	const { data, etag } = result;
	if (ticket) return { data: { ...Object(data), ...ticket }, request_id: requestId };
	const envelope = jsonObject(successResponse(result, requestId).body) ?? { request_id: requestId };
	return etag === undefined ? envelope : { ...envelope, revision: etag };
}

function toResult(
	{ dialect }: Service,
	content: Record<string, unknown>,
	isError: boolean,
): CallToolResult {
	return {
		content: [{ type: 'text', text: JSON.stringify(content) }],
		...(dialect.toolResult === 'structured' && { structuredContent: content }),
		...(isError && { isError }),
	};
}

/** The two tools that transfer a file return a ticket instead of its bytes. */
function ticketFor(
	{ name }: Operation,
	{ id }: Record<string, unknown>,
	{ data }: Result,
	{ dialect }: Service,
) {
	if (name === 'download_media') return { kind: 'download', mediaId: String(id) } as const;
	if (name !== 'begin_media_upload') return undefined;
	return { kind: 'upload', mediaId: String(Object(data)[dialect.uploadIdField]) } as const;
}
