import type { IDataObject } from 'n8n-workflow';

import { undoing } from '../shared/failure';
import { canonicalJson, isRecord } from '../shared/json';
import type { ExecutionScope, NodeScope } from './key';
import { ProcessMemory } from './processMemory';

/** The journal of each node in this process: the entries that its attempts leave for the next one, by item and name. */
const journals = new ProcessMemory<IDataObject>(1_000);

/**
 * Moves the journal of a node to `stored`, which outlives this process if n8n stores it. The entries of this process take
 * precedence, because they may be newer.
 */
export function openJournal(scope: NodeScope, stored: IDataObject): void {
	Object.assign(stored, journals.recall(nodeOf(scope)));
	journals.remember(nodeOf(scope), stored);
}

/**
 * The entry that an earlier attempt at this item made, in this execution or in the one that it retries. n8n's Retry On
 * Fail and Retry run all items again, including those that succeeded.
 */
export function readEntry(scope: ExecutionScope, name: unknown): IDataObject | undefined {
	const value = journals.recall(nodeOf(scope))?.[itemOf(scope, name)];
	return isRecord(value) ? value : undefined;
}

/** @param value JSON */
export function writeEntry(scope: ExecutionScope, name: unknown, value: IDataObject): void {
	const node = nodeOf(scope);
	const entries = journals.recall(node) ?? {};
	entries[itemOf(scope, name)] = value;
	journals.remember(node, entries);
}

export function deleteEntry(scope: ExecutionScope, name: unknown): void {
	delete journals.recall(nodeOf(scope))?.[itemOf(scope, name)];
}

/** Writes an entry before a command is sent, and keeps it as long as the command may have taken effect unnoticed. */
export async function writeWhileUncertain<Response>(
	scope: ExecutionScope,
	name: unknown,
	value: IDataObject,
	send: () => Promise<Response>,
): Promise<Response> {
	writeEntry(scope, name, { ...value, isOpen: true });
	const response = await send().catch(undoing(() => deleteEntry(scope, name)));
	deleteEntry(scope, name);
	return response;
}

const KINDS = {
	any: () => true,
	/** Of a command that may have taken effect. */
	uncertain: (value: unknown) => isRecord(value) && value.isOpen === true,
	/** Of a command that the service has accepted. */
	accepted: (value: unknown) => isRecord(value) && isRecord(value.response),
};

/** The items of which earlier attempts have left entries of a kind. */
export function itemsWithEntries(scope: NodeScope, kind: keyof typeof KINDS): Set<string> {
	const entries = Object.entries(journals.recall(nodeOf(scope)) ?? {});
	const matching = entries.filter(([, value]) => KINDS[kind](value));
	return new Set(matching.map(([name]) => prefixOf(JSON.parse(name))));
}

export function isAmong(scope: ExecutionScope, items: Set<string>): boolean {
	return items.size > 0 && items.has(prefixOf([scope.round, scope.itemIndex]));
}

function prefixOf([round, itemIndex]: unknown[]): string {
	return canonicalJson([round, itemIndex]);
}

/** The entries with one name, of all items. */
export function entriesOfItems(scope: NodeScope, name: unknown): IDataObject[] {
	const entries = Object.entries(journals.recall(nodeOf(scope)) ?? {});
	const isNamed = (key: string) => canonicalJson(JSON.parse(key)[2]) === canonicalJson(name);
	return entries.flatMap(([key, value]) => (isNamed(key) && isRecord(value) ? [value] : []));
}

/** For a node whose items have all succeeded: n8n does not run it again. */
export function clearJournal(scope: NodeScope): void {
	const entries = journals.recall(nodeOf(scope)) ?? {};
	for (const name of Object.keys(entries)) delete entries[name];
	journals.forget(nodeOf(scope));
}

function nodeOf({ executionId, nodeId }: NodeScope): string[] {
	return [executionId, nodeId];
}

function itemOf({ round, itemIndex }: ExecutionScope, name: unknown): string {
	return canonicalJson([round, itemIndex, name]);
}
