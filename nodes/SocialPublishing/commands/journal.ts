import type { IDataObject } from 'n8n-workflow';

import { canonicalJson, isRecord } from '../shared/json';
import { AttemptMemory } from './attemptMemory';
import { mayHaveTakenEffect } from '../shared/failure';
import type { ExecutionScope, NodeScope } from './key';

/** What the attempts of each node in this process leave for the next one, in the object that was opened for them. */
const attemptsByNode = new AttemptMemory<IDataObject>(1_000);

/**
 * Makes what an attempt leaves end up in `stored`, which outlives this process where n8n stores it. What this process
 * knows of the same node goes into it, too: it may be newer.
 */
export function openAttempts(scope: NodeScope, stored: IDataObject): void {
	Object.assign(stored, attemptsByNode.recall(nodeOf(scope)));
	attemptsByNode.remember(nodeOf(scope), stored);
}

/**
 * What earlier attempts of this item left under a name, in this execution or in the one that it retries. n8n's Retry On
 * Fail and Retry run all items again, including those that succeeded.
 */
export function recallAttempt(scope: ExecutionScope, name: unknown): IDataObject | undefined {
	const value = attemptsByNode.recall(nodeOf(scope))?.[itemOf(scope, name)];
	return isRecord(value) ? value : undefined;
}

/** @param value JSON */
export function rememberAttempt(scope: ExecutionScope, name: unknown, value: IDataObject): void {
	const node = nodeOf(scope);
	const attempts = attemptsByNode.recall(node) ?? {};
	attempts[itemOf(scope, name)] = value;
	attemptsByNode.remember(node, attempts);
}

export function forgetAttempt(scope: ExecutionScope, name: unknown): void {
	delete attemptsByNode.recall(nodeOf(scope))?.[itemOf(scope, name)];
}

/**
 * The items for which earlier attempts have left a command of which nobody knows whether it took effect: those whose value
 * has `isOpen`.
 */
export function itemsWithOpenAttempts(scope: NodeScope): Set<string> {
	return itemsWithAttempts(scope, (value) => isRecord(value) && value.isOpen === true);
}

/** The items that earlier attempts have started: they have left something for the next one. */
export function itemsWithAttempts(
	scope: NodeScope,
	matches: (value: unknown) => boolean = () => true,
): Set<string> {
	const attempts = Object.entries(attemptsByNode.recall(nodeOf(scope)) ?? {});
	const matching = attempts.filter(([, value]) => matches(value));
	return new Set(matching.map(([name]) => prefixOf(JSON.parse(name))));
}

/** Whether an item is among them. */
export function isAmong(scope: ExecutionScope, items: Set<string>): boolean {
	return items.size > 0 && items.has(prefixOf([scope.round, scope.itemIndex]));
}

function prefixOf([round, itemIndex]: unknown[]): string {
	return canonicalJson([round, itemIndex]);
}

/** Remembers a value before a command is sent, and for as long as nobody knows whether the command took effect. */
export async function rememberWhileUncertain<Response>(
	scope: ExecutionScope,
	name: unknown,
	value: IDataObject,
	send: () => Promise<Response>,
): Promise<Response> {
	rememberAttempt(scope, name, { ...value, isOpen: true });
	const response = await send().catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) forgetAttempt(scope, name);
		throw error;
	});
	forgetAttempt(scope, name);
	return response;
}

/** For a node whose items have all succeeded: n8n does not run it again. */
export function forgetAttempts(scope: NodeScope): void {
	const attempts = attemptsByNode.recall(nodeOf(scope)) ?? {};
	for (const name of Object.keys(attempts)) delete attempts[name];
	attemptsByNode.forget(nodeOf(scope));
}

function nodeOf({ executionId, nodeId }: NodeScope): string[] {
	return [executionId, nodeId];
}

function itemOf({ round, itemIndex }: ExecutionScope, name: unknown): string {
	return canonicalJson([round, itemIndex, name]);
}
