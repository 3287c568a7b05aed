import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { ExecutionScope } from '../transport/idempotencyKey';
import type { NodeProgress } from './nodeProgress';
import type { OnceRun } from './once/onceRun';

/** The input item that an operation processes. */
export interface Item {
	functions: IExecuteFunctions;
	index: number;
	connection: Connection;
	progress: NodeProgress;
	once: OnceRun;
}

/** One output item; `runItems` links it to its input item. */
export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/**
 * Identifies an item in an execution: the same for every attempt, and different for everything else. As an AI Agent's
 * tool, each attempt of the agent counts as a round of its own, so only the command identifies it.
 */
export function executionScope({
	functions,
	index,
	progress,
}: Pick<Item, 'functions' | 'index' | 'progress'>): ExecutionScope {
	if (isAgentTool(functions)) {
		return { ...progress.scope, round: 'tool', itemIndex: 0, isAgentTool: true };
	}
	const { $runIndex: round } = functions.getWorkflowDataProxy(index);
	return { ...progress.scope, round, itemIndex: index };
}

/**
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/execute-context.js): `isToolExecution`
 * returns false for a tool that the engine runs and is missing in n8n 1, so only the suffix of the type shows a tool.
 */
export function isAgentTool(functions: IExecuteFunctions): boolean {
	return functions.getNode().type.endsWith('Tool');
}
