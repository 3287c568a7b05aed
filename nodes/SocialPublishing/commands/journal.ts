import type { IDataObject } from 'n8n-workflow';

import { mayHaveTakenEffect, UndecidedFailure } from '../shared/failure';
import { canonicalJson, isRecord, textOf } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import type { CommandIdentity, ExecutionScope, IdentifiedCommand, NodeScope } from './key';
import { ExpiringMap } from './processMemory';

/** The journal of each node in this process: the entries that its attempts leave for the next one, by item and name. */
const journals = new ExpiringMap<IDataObject>(1_000);

/**
 * Moves the journal of a node to `stored`, which outlives this process if n8n stores it. The entries of this process take
 * precedence, because they may be newer.
 */
export function openJournal(scope: NodeScope, stored: IDataObject): void {
	Object.assign(stored, journals.get(nodeOf(scope)));
	journals.set(nodeOf(scope), stored);
}

/**
 * The entry that an earlier attempt at this item made, in this execution or in the one that it retries. n8n's Retry On
 * Fail and Retry run all items again, including those that succeeded.
 */
export function readEntry(scope: ExecutionScope, name: unknown): IDataObject | undefined {
	const value = journals.get(nodeOf(scope))?.[itemOf(scope, name)];
	return isRecord(value) ? value : undefined;
}

/** @param value JSON */
export function writeEntry(scope: ExecutionScope, name: unknown, value: IDataObject): void {
	const node = nodeOf(scope);
	const entries = journals.get(node) ?? {};
	entries[itemOf(scope, name)] = value;
	journals.set(node, entries);
}

export function deleteEntry(scope: ExecutionScope, name: unknown): void {
	delete journals.get(nodeOf(scope))?.[itemOf(scope, name)];
}

/** Writes an entry before a command is sent, and keeps it as long as the command may have taken effect unnoticed. */
export async function writeWhileUncertain<Response>(
	scope: ExecutionScope,
	name: unknown,
	value: IDataObject,
	send: () => Promise<Response>,
): Promise<Response> {
	writeEntry(scope, name, { ...value, isOpen: true });
	const response = await send().catch((error: unknown) => {
		if (!mayHaveTakenEffect(error)) deleteEntry(scope, name);
		throw error;
	});
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
	const entries = Object.entries(journals.get(nodeOf(scope)) ?? {});
	const matching = entries.filter(([, value]) => KINDS[kind](value));
	return new Set(matching.map(([name]) => prefixOf(JSON.parse(name))));
}

export function isAmong(scope: ExecutionScope, items: Set<string>): boolean {
	return items.size > 0 && items.has(prefixOf([scope.round, scope.itemIndex]));
}

function prefixOf([round, itemIndex]: unknown[]): string {
	return canonicalJson([round, itemIndex]);
}

/** For a node whose items have all succeeded: n8n does not run it again. */
export function clearJournal(scope: NodeScope): void {
	const entries = journals.get(nodeOf(scope)) ?? {};
	for (const name of Object.keys(entries)) delete entries[name];
	journals.delete(nodeOf(scope));
}

function nodeOf({ executionId, nodeId }: NodeScope): string[] {
	return [executionId, nodeId];
}

function itemOf({ round, itemIndex }: ExecutionScope, name: unknown): string {
	return canonicalJson([round, itemIndex, name]);
}

/** The command that an attempt has sent, and the response to it. */
export interface SentCommand {
	json: IDataObject;
	/** When the first attempt was sent, in milliseconds since 1970. */
	sentAtMs: number;
	/** The ETag that it was sent with, and the path of the post that it belongs to. */
	etag?: string;
	postPath?: string;
	/** Set once the service has accepted the command. */
	response?: ServiceResponse;
}

type JournaledCommand = Pick<IdentifiedCommand, 'idempotency'> & {
	identity: Omit<CommandIdentity, 'content'>;
};

/** Whether an earlier attempt has sent this command and may have succeeded. Its input is not checked again. */
export function wasSent(connection: Connection, command: JournaledCommand): boolean {
	return readStored(connection, command) !== undefined;
}

export function readSentCommand(
	connection: Connection,
	command: JournaledCommand,
): SentCommand | undefined {
	const stored = readStored(connection, command);
	if (stored === undefined || !isRecord(stored.json)) return undefined;
	const { json, response } = stored;
	return {
		json,
		sentAtMs: Number(stored.sentAtMs) || 0,
		etag: textOf(stored.etag),
		postPath: textOf(stored.postPath),
		response: isRecord(response)
			? { data: response.data, etag: textOf(response.etag), headers: {} }
			: undefined,
	};
}

/**
 * Whether the user has edited the content since an earlier attempt, and wants the edit to be sent. A text with `$now`
 * differs in each attempt, which is not an edit.
 *
 * @throws ServiceFailure if the earlier content was sent with the same key
 */
export function hasNewContent(connection: Connection, command: IdentifiedCommand): boolean {
	const stored = command.isEdited ? readStored(connection, command) : undefined;
	if (stored === undefined || stored.content === contentOf(command)) return false;
	if (command.idempotency.mode === 'none') return true;
	const done = command.describeEarlier?.(readSentCommand(connection, command)?.response) ?? '';
	throw new UndecidedFailure(
		`Could not ${command.purpose}: the execution that is being retried already did this, with other content`,
		`${done}Change that post instead, or start a new execution with this item alone.`,
		{},
		{ effectFacts: { wasSentBefore: true } },
	);
}

/** Call it before a command is sent. */
export function recordSending(
	connection: Connection,
	command: IdentifiedCommand,
	{ json, sentAtMs, etag, postPath }: SentCommand,
): void {
	writeStored(connection, command, { json, sentAtMs, etag, postPath, isOpen: true });
}

/**
 * Records that the service has accepted a command. The entry of one without a key is deleted instead: n8n may run it
 * again on purpose, as an AI Agent does.
 */
export function recordResponse(
	connection: Connection,
	command: IdentifiedCommand,
	{ json, sentAtMs }: SentCommand,
	{ data, etag }: ServiceResponse,
): void {
	if (command.idempotency.mode === 'none') return deleteSentCommand(connection, command);
	writeStored(connection, command, { json, sentAtMs, response: { data, etag } });
}

/** For a command that certainly had no effect. */
export function deleteSentCommand(connection: Connection, command: JournaledCommand): void {
	deleteEntry(command.idempotency.scope, nameOf(connection, command));
}

function readStored(connection: Connection, command: JournaledCommand): IDataObject | undefined {
	return readEntry(command.idempotency.scope, nameOf(connection, command));
}

function writeStored(connection: Connection, command: IdentifiedCommand, value: IDataObject): void {
	const entry = { ...value, content: contentOf(command) };
	writeEntry(command.idempotency.scope, nameOf(connection, command), entry);
}

function nameOf({ baseUrl }: Connection, { identity }: JournaledCommand): string[] {
	return ['command', baseUrl, identity.path, identity.step];
}

function contentOf({ identity }: IdentifiedCommand): string {
	return canonicalJson(identity.content ?? null);
}
