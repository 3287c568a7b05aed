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
	return { ...progress.scope, round: roundOf(functions), itemIndex: index };
}

/** n8n tells the round of a run only together with much else, which takes long, so each run asks once. */
const rounds = new WeakMap<IExecuteFunctions, number>();

function roundOf(functions: IExecuteFunctions): number {
	const round: number = rounds.get(functions) ?? functions.getWorkflowDataProxy(0).$runIndex;
	rounds.set(functions, round);
	return round;
}

/** n8n copies the node each time that it is asked for it, so each run asks once. */
const agentTools = new WeakMap<IExecuteFunctions, boolean>();

/**
 * n8n-workaround(2.39.10, n8n-core/dist/execution-engine/node-execution-context/execute-context.js): `isToolExecution`
 * returns false for a tool that the engine runs and is missing in n8n 1, so only the suffix of the type shows a tool.
 */
export function isAgentTool(functions: IExecuteFunctions): boolean {
	const isTool = agentTools.get(functions) ?? functions.getNode().type.endsWith('Tool');
	agentTools.set(functions, isTool);
	return isTool;
}
