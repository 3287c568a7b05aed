import { connectTools } from '../../mcp/connectTools';
import { isValid, listTools } from '../../mcp/tool';
import { authenticationProperty, listProperties, readLimit } from '../../properties/commonFields';
import { addHint } from '../../properties/item';
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
		for (const { name, fault } of tools) {
			if (fault !== undefined) addHint(item, `The tool "${name}" is left out, because ${fault}`);
		}
		return tools
			.filter(isValid)
			.slice(0, limit)
			.map(({ record }) => ({ json: record }));
	},
};
