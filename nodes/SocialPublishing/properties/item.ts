import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { ExecutionScope } from '../transport/idempotencyKey';
import type { NodeProgress } from './nodeProgress';

/** One input item at work. */
export interface Item {
	functions: IExecuteFunctions;
	index: number;
	connection: Connection;
	progress: NodeProgress;
}

/** One output item; `runItems` links it to its input item. */
export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/**
 * What is the same for every attempt of this item in this execution, and different for everything else. As an AI Agent's
 * tool, each attempt of the agent counts as a round of its own, so only the command itself tells attempts apart.
 */
export function executionScope({ functions, index, progress }: Item): ExecutionScope {
	if (isAgentTool(functions)) return { ...progress.scope, round: 'tool', itemIndex: 0 };
	const { $runIndex: round } = functions.getWorkflowDataProxy(index);
	return { ...progress.scope, round, itemIndex: index };
}

/** n8n-workaround(2.39.10, node-types.js): a tool is the same node under a type that ends in "Tool". */
export function isAgentTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}
