import { randomUUID } from 'crypto';
import type { IBinaryKeyData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../transport/connection';
import type { ExecutionScope, NodeScope } from '../transport/idempotencyKey';

/** One input item at work. */
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

/** What stays the same for every try of this item in this execution, and differs for everything else. */
export function executionScope({ functions, index }: Item): ExecutionScope {
	return {
		...nodeScope(functions),
		round: functions.getWorkflowDataProxy(index).$runIndex,
		itemIndex: index,
	};
}

/** What all items of a node in this execution have in common. */
export function nodeScope(functions: Item['functions']): NodeScope {
	// Two n8n installations may count the same executions of the same workflow.
	const workflow = `${functions.getInstanceId()}/${functions.getWorkflow().id ?? ''}`;
	// A workflow that was imported from the command line may have nodes without an ID; names are unique.
	const { id, name } = functions.getNode();
	return {
		executionId: `${workflow}/${functions.getExecutionId() ?? randomUUID()}`,
		nodeId: `${id ?? ''}/${name}`,
	};
}
