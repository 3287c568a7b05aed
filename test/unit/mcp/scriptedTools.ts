import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { runNode } from '../../engine';
import { PlainEndpoint, result, structured, type Asked, type Reply } from './scriptedEndpoint';

/** A tool as the endpoint lists it. */
export function tool(name: string, properties: IDataObject, more: IDataObject = {}): IDataObject {
	return { name, inputSchema: { type: 'object', properties, ...more } };
}

/** Tools, and what each of them answers; any other answers with its arguments. */
export async function openTools(
	tools: IDataObject[],
	answers: Record<string, Reply | ((args: IDataObject) => Reply)> = {},
	path = '/mcp',
): Promise<PlainEndpoint> {
	return await PlainEndpoint.open(path, ({ method, params }: Asked) => {
		if (method === 'tools/list') return result({ tools });
		const { name = '', arguments: args = {} } = params;
		const answer = answers[name] ?? structured({ data: args });
		return typeof answer === 'function' ? answer(args) : answer;
	});
}

export function credentialsFor(endpoint: PlainEndpoint) {
	const { origin } = new URL(endpoint.url);
	return {
		socialPublishingApi: {
			baseUrl: `${origin}/api/v1`,
			apiToken: `token-${origin}`,
			mcpUrl: endpoint.url,
		},
	};
}

/** Runs the node for one tool of the endpoint. */
export async function callTool(
	endpoint: PlainEndpoint,
	toolName: string,
	args: IDataObject = {},
	more: INodeParameters = {},
) {
	return await runNode({
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
