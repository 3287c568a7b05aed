import type { IDataObject } from 'n8n-workflow';

import { canonicalJson } from '../shared/json';
import { Memory } from '../shared/memory';
import { type ExecutionScope, type NodeScope } from './idempotencyKey';

/** What the tries of a node leave for the next one, by name. */
const tries = new Memory<Map<string, IDataObject>>(1_000);

/**
 * What earlier tries of this item in this execution have left under a name: n8n's Retry On Fail runs the items anew
 * that went well before.
 */
export function recallAttempt(scope: ExecutionScope, name: unknown): IDataObject | undefined {
	return tries.get(nodeOf(scope))?.get(itemOf(scope, name));
}

export function rememberAttempt(scope: ExecutionScope, name: unknown, value: IDataObject): void {
	const ofNode = tries.get(nodeOf(scope)) ?? new Map<string, IDataObject>();
	tries.set(nodeOf(scope), ofNode.set(itemOf(scope, name), value));
}

export function forgetAttempt(scope: ExecutionScope, name: unknown): void {
	tries.get(nodeOf(scope))?.delete(itemOf(scope, name));
}

/** For a node that has done all its items: n8n does not try it again. */
export function forgetAttempts(scope: NodeScope): void {
	tries.delete(nodeOf(scope));
}

function nodeOf({ executionId, nodeId }: NodeScope): string {
	return canonicalJson([executionId, nodeId]);
}

function itemOf({ round, itemIndex }: ExecutionScope, name: unknown): string {
	return canonicalJson([round, itemIndex, name]);
}
