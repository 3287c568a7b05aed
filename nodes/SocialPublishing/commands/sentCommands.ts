import type { IDataObject } from 'n8n-workflow';

import { UndecidedFailure } from '../shared/failure';
import { canonicalJson, isRecord, textOf } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { deleteEntry, entriesOfItems, readEntry, writeEntry } from './journal';
import type { CommandIdentity, IdentifiedCommand } from './key';

/** The commands in the journal. */

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
		`Could not ${command.purpose}: the execution you are retrying already did this with different content`,
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

/** What the service has responded to the same command of any item of the execution; `isSame`: with the same content. */
export function responsesOfItems(
	connection: Connection,
	command: Pick<IdentifiedCommand, 'idempotency' | 'identity'>,
): Array<{ data: unknown; isSame: boolean }> {
	const entries = entriesOfItems(command.idempotency.scope, nameOf(connection, command));
	return entries.flatMap(({ response, content }) =>
		isRecord(response) ? [{ data: response.data, isSame: content === contentOf(command) }] : [],
	);
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

function contentOf({ identity }: Pick<IdentifiedCommand, 'identity'>): string {
	return canonicalJson(identity.content ?? null);
}
