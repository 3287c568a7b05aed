import { randomUUID } from 'crypto';
import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { ExecutionScope, NodeScope } from '../transport/idempotencyKey';

/** The input item that an operation processes. */
export interface Item {
	functions: IExecuteFunctions;
	index: number;
	connection: Connection;
}

/** One output item; `runItems` links it to its input item. */
export interface Output {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** Identifies an item in an execution: the same for every attempt, and different for everything else. */
export function executionScope({ functions, index }: Item): ExecutionScope {
	return {
		...nodeScope(functions),
		round: functions.getWorkflowDataProxy(index).$runIndex,
		itemIndex: index,
	};
}

/** Identifies a node in an execution: the same for all its items. */
export function nodeScope(functions: Item['functions']): NodeScope {
	// Two n8n instances may use the same IDs for workflows and executions.
	const workflow = `${functions.getInstanceId()}/${functions.getWorkflow().id ?? ''}`;
	// n8n-workaround(2.39.10, n8n/dist/workflow-execute-additional-data.js): a sub-workflow that is passed as JSON may have
	// nodes without an ID, but names are unique.
	const { id, name } = functions.getNode();
	return {
		executionId: `${workflow}/${functions.getExecutionId() ?? randomUUID()}`,
		nodeId: `${id ?? ''}/${name}`,
	};
}
