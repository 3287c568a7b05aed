import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode, type NodeRun } from '../../engine';
import {
	ScriptedServer,
	type ReceivedRequest,
	type ResponseWriter,
	type ScriptedResponse,
} from '../support/scriptedServer';

/** A JSON-RPC request as it arrived. */
export interface RpcRequest {
	method: string;
	params: IDataObject & { name?: string; arguments?: IDataObject };
	/** Of the HTTP request. */
	headers: ReceivedRequest['headers'];
}

/** An MCP endpoint with the responses of a test, for responses that the reference service never sends. */
export class ScriptedTools {
	/** Oldest first. */
	readonly rpcRequests: RpcRequest[] = [];

	private constructor(
		private readonly server: ScriptedServer,
		private readonly path: string,
	) {}

	/**
	 * @param path where the endpoint is
	 * @param answer responds to JSON-RPC requests
	 * @param transfer responds to requests at any other path, which carry files
	 */
	static async open(
		path: string,
		answer: (request: RpcRequest) => ScriptedResponse | ResponseWriter,
		transfer: (request: ReceivedRequest) => ScriptedResponse = () => ({ status: 404 }),
	): Promise<ScriptedTools> {
		const server = await ScriptedServer.open((request) => {
			if (request.url !== path) return asJson(transfer(request));
			// Like a service that does not let clients end sessions.
			if (request.method !== 'POST') return { status: 405 };
			const { headers } = request;
			const rpcRequest: RpcRequest = { ...JSON.parse(request.body.toString()), headers };
			endpoint.rpcRequests.push(rpcRequest);
			return asJson(answer(rpcRequest));
		});
		const endpoint = new ScriptedTools(server, path);
		return endpoint;
	}

	get url(): string {
		return this.server.origin + this.path;
	}

	/** The arguments of the calls of one tool, oldest first. */
	callsOf(toolName: string): Array<IDataObject | undefined> {
		return this.requestsOf(toolName).map(({ params }) => params.arguments);
	}

	/** The calls of one tool, oldest first. */
	requestsOf(toolName: string): RpcRequest[] {
		return this.rpcRequests.filter(
			({ method, params }) => method === 'tools/call' && params.name === toolName,
		);
	}

	async close(): Promise<void> {
		await this.server.close();
	}
}

/** Adds the Content-Type of JSON, unless the response has a Content-Type. */
function asJson(response: ScriptedResponse | ResponseWriter) {
	if (typeof response === 'function') return response;
	return { ...response, headers: { 'Content-Type': 'application/json', ...response.headers } };
}

export function result(value: IDataObject): ScriptedResponse {
	return { body: { jsonrpc: '2.0', id: 1, result: value } };
}

export function structured(structuredContent: IDataObject): ScriptedResponse {
	return result({ content: [], structuredContent });
}

/** A tool as the endpoint lists it. */
export function tool(name: string, properties: IDataObject, more: IDataObject = {}): IDataObject {
	return { name, inputSchema: { type: 'object', properties, ...more } };
}

/** Tools with their responses. A tool without one returns its arguments. */
export async function openTools(
	tools: IDataObject[],
	answers: Record<string, ScriptedResponse | ((args: IDataObject) => ScriptedResponse)> = {},
	path = '/mcp',
): Promise<ScriptedTools> {
	return await ScriptedTools.open(path, ({ method, params }: RpcRequest) => {
		if (method === 'tools/list') return result({ tools });
		const { name = '', arguments: args = {} } = params;
		const answer = answers[name] ?? structured({ data: args });
		return typeof answer === 'function' ? answer(args) : answer;
	});
}

export function credentialsFor(endpoint: Pick<ScriptedTools, 'url'>) {
	const { origin } = new URL(endpoint.url);
	return {
		socialPublishingApi: {
			baseUrl: `${origin}/api/v1`,
			apiToken: `token-${origin}`,
			assistantTools: true,
			mcpUrl: endpoint.url,
		},
	};
}

/** Runs the node for one tool of the endpoint. */
export async function callTool(
	endpoint: Pick<ScriptedTools, 'url'>,
	toolName: string,
	args: IDataObject = {},
	more: INodeParameters = {},
	retryOf?: NodeRun,
) {
	return await runNode({
		...(retryOf && { retryOf }),
		nodeType: new SocialPublishing(),
		credentials: credentialsFor(endpoint),
		parameters: {
			resource: 'assistantTool',
			operation: 'call',
			toolName,
			argumentsInput: 'json',
			toolArgumentsJson: JSON.stringify(args),
			...more,
		},
	});
}
