import { listTools } from '../../mcp/tool';
import { authenticationProperty, listProperties, readLimit } from '../../properties/commonFields';
import type { Operation } from '../operation';
import { connectByAuthentication } from './connectByAuthentication';

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
