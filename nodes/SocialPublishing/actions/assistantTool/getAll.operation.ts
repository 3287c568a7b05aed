import { connectTools } from '../../mcp/connectTools';
import { listTools } from '../../mcp/tool';
import { authenticationProperty, listProperties, readLimit } from '../../properties/commonFields';
import type { Operation } from '../operation';

/** Connects with the method chosen in the field Authentication. */
export const connectByAuthentication: NonNullable<Operation['connect']> = async (functions) =>
	await connectTools(
		functions,
		functions.getNodeParameter(authenticationProperty.name, 0, 'apiToken'),
	);

/** Lists the tools that the service offers to assistants. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assistant tools',
		description: 'List the tools of the service (MCP) with the schemas of their arguments',
	},
	runsInParallel: true,
	properties: [authenticationProperty, ...listProperties],
	connect: connectByAuthentication,

	async execute(item) {
		const limit = readLimit(item);
		const tools = await listTools(item.connection);
		return tools.slice(0, limit).map(({ record }) => ({ json: record }));
	},
};
