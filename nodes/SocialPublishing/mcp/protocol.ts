import type { IDataObject } from 'n8n-workflow';

import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import type { Call, ServiceResponse } from '../transport/types';
import { isCompleteResponse, readResponse } from './jsonRpc';
import { encodeHeaderValue } from './paramHeaders';
import { CURRENT_VERSION } from './protocolErrors';

/** Constant, because each HTTP request carries a single JSON-RPC request. */
const REQUEST_ID = 1;

/** A request to the MCP endpoint. */
export type ToolsRequest = {
	method: 'tools/list' | 'tools/call';
	params: IDataObject & { name?: string };
	/** Headers that mirror arguments of the call. */
	paramHeaders?: Record<string, string>;
} & Pick<Call, 'purpose' | 'safety' | 'wasSentBefore' | 'repeatAdvice'> &
	Partial<Pick<Call, 'readResponse'>>;

/** Sends a request to the MCP endpoint. The `data` of the response is the JSON-RPC result. */
export async function sendToolsRequest(
	connection: Connection,
	request: ToolsRequest,
): Promise<ServiceResponse> {
	return await call(connection, toCall(request));
}

function toCall({ method, params, paramHeaders, ...request }: ToolsRequest): Call {
	const { name } = params;
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': CURRENT_VERSION,
		'io.modelcontextprotocol/clientCapabilities': {},
		'io.modelcontextprotocol/clientInfo': { name: 'n8n-nodes-social-publishing', version: '1' },
	};
	return {
		readResponse,
		isComplete: isCompleteResponse,
		...request,
		method: 'POST',
		path: '',
		headers: {
			...paramHeaders,
			Accept: 'application/json, text/event-stream',
			'MCP-Protocol-Version': CURRENT_VERSION,
			'Mcp-Method': method,
			...(name !== undefined && { 'Mcp-Name': encodeHeaderValue(name) }),
		},
		json: { jsonrpc: '2.0', id: REQUEST_ID, method, params: { ...params, _meta } },
	};
}
