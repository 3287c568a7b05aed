import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connectTools } from '../mcp/connectTools';
import { listTools, type Tool } from '../mcp/tool';
import { authenticationProperty } from '../properties/commonFields';
import { forPicker } from './pickerConnection';

/** The tools that the service offers, by name. */
export async function getAssistantTools(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	return (await readTools(this)).map(({ name, description }) => ({
		name,
		value: name,
		description,
	}));
}

/** The tools that the credential selected in the node gives access to. */
export async function readTools(functions: ILoadOptionsFunctions): Promise<Tool[]> {
	const authentication = functions.getCurrentNodeParameter(authenticationProperty.name);
	return await listTools(forPicker(await connectTools(functions, authentication)));
}
