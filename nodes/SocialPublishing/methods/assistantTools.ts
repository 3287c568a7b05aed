import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { authenticationProperty } from '../actions/assistantTool/authentication';
import { connectTools } from '../mcp/connection';
import { listTools, type Tool } from '../mcp/tool';

/** The tools that the service offers, by their names. */
export async function getAssistantTools(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await readTools(this)).map(({ name, description }) => ({
		name,
		value: name,
		description,
	}));
}

/** The tools behind the credential that is chosen in the node. */
export async function readTools(functions: ILoadOptionsFunctions): Promise<Tool[]> {
	const authentication = functions.getCurrentNodeParameter(authenticationProperty.name);
	return await listTools(await connectTools(functions, authentication));
}
