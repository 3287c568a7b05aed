import type { IDataObject } from 'n8n-workflow';

import { AttemptMemory } from './attemptMemory';
import type { ExecutionScope, NodeScope } from './idempotencyKey';

/** What the attempts of each node leave for its next one. The entry of the node limits the age of all it contains. */
const memoriesByNode = new AttemptMemory<AttemptMemory<IDataObject>>(1_000);

/**
 * What earlier attempts of this item in this execution left under a name. n8n's Retry On Fail runs all items again,
 * including those that succeeded.
 */
export function recallAttempt(scope: ExecutionScope, name: unknown): IDataObject | undefined {
	return memoriesByNode.recall(nodeOf(scope))?.recall(itemOf(scope, name));
}

export function rememberAttempt(scope: ExecutionScope, name: unknown, value: IDataObject): void {
	memoryOf(scope).remember(itemOf(scope, name), value);
}

/** As `AttemptMemory.whileUncertain`. */
export async function rememberWhileUncertain<Response>(
	scope: ExecutionScope,
	name: unknown,
	value: IDataObject,
	send: () => Promise<Response>,
): Promise<Response> {
	return await memoryOf(scope).whileUncertain(itemOf(scope, name), value, send);
}

/** For a node whose items have all succeeded: n8n does not run it again. */
export function forgetAttempts(scope: NodeScope): void {
	memoriesByNode.forget(nodeOf(scope));
}

function memoryOf(scope: NodeScope): AttemptMemory<IDataObject> {
	const memory =
		memoriesByNode.recall(nodeOf(scope)) ?? new AttemptMemory<IDataObject>(Infinity, Infinity);
	memoriesByNode.remember(nodeOf(scope), memory);
	return memory;
}

function nodeOf({ executionId, nodeId }: NodeScope): string[] {
	return [executionId, nodeId];
}

function itemOf({ round, itemIndex }: ExecutionScope, name: unknown): unknown[] {
	return [round, itemIndex, name];
}
