import type { IExecuteFunctions } from 'n8n-workflow';

import { connectTools } from '../../mcp/connectTools';
import { closeTools } from '../../mcp/protocol';
import { isValid, listTools } from '../../mcp/tool';
import { authenticationProperty, listProperties, readLimit } from '../../properties/commonFields';
import { addHint } from '../../properties/item';
import { memoize } from '../../shared/maps';
import type { Operation } from '../operation';

/** One connection for all items of a run, made with the method chosen in the field Authentication. */
const connectOnce = memoize(
	async (functions: IExecuteFunctions) =>
		await connectTools(
			functions,
			functions.getNodeParameter(authenticationProperty.name, 0, 'apiToken'),
		),
);

/** What operations on assistant tools have in common. */
export const toolsConnection = {
	connect: connectOnce,
	// A run without a connection has failed already.
	endRun: async (functions) => {
		await connectOnce(functions).then(closeTools, () => undefined);
		return undefined;
	},
} satisfies Pick<Operation, 'connect' | 'endRun'>;

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many assistant tools',
		description: 'List the tools of the service (MCP) with the schemas of their arguments',
	},
	properties: [authenticationProperty, ...listProperties],
	...toolsConnection,

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
