import type { IDataObject } from 'n8n-workflow';

import { UndecidedFailure } from '../shared/failure';
import { canonicalJson, isRecord, textOf } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import { forgetAttempt, recallAttempt, rememberAttempt } from './journal';
import type { CommandIdentity, IdentifiedCommand } from './key';

/** What an attempt has sent, and what came of it. */
export interface CommandRecord {
	json: IDataObject;
	/** When the first attempt was sent, in milliseconds since 1970. */
	sentAtMs: number;
	/** The ETag that it was sent with, and the path of the post that it belongs to. */
	etag?: string;
	postPath?: string;
	/** Set once the service has accepted the command. */
	response?: ServiceResponse;
}

type Named = Pick<IdentifiedCommand, 'idempotency'> & {
	identity: Omit<CommandIdentity, 'content'>;
};

/** Whether an earlier attempt has sent this command and may have succeeded. What it sent then is not checked again. */
export function wasAttempted(connection: Connection, command: Named): boolean {
	return recall(connection, command) !== undefined;
}

export function recallCommand(connection: Connection, command: Named): CommandRecord | undefined {
	const stored = recall(connection, command);
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
 * Whether the user has changed the content since an earlier attempt: text made from `$now` differs in each attempt, text
 * that has been edited is meant to go out.
 *
 * @throws ServiceFailure where the earlier content stands under the same key
 */
export function isNewContent(connection: Connection, command: IdentifiedCommand): boolean {
	const stored = command.isEdited ? recall(connection, command) : undefined;
	if (stored === undefined) return false;
	if (stored.content === contentOf(command)) return false;
	if (command.idempotency.mode === 'none') return true;
	const done = command.describeEarlier?.(recallCommand(connection, command)?.response) ?? '';
	const failure = new UndecidedFailure(
		`Could not ${command.purpose}: the execution that is retried did it before with other content`,
		`${done}Change that post instead, or start a new execution with this item alone.`,
	);
	failure.effectFacts.wasSentBefore = true;
	throw failure;
}

/** Notes that a command is about to be sent. */
export function noteCommand(
	connection: Connection,
	command: IdentifiedCommand,
	record: CommandRecord,
): void {
	const { json, sentAtMs, etag, postPath } = record;
	remember(connection, command, { json, sentAtMs, etag, postPath, isOpen: true });
}

/**
 * Notes that the service has accepted a command. One without a key is forgotten instead: n8n may run it again on
 * purpose, as an AI Agent does.
 */
export function finishCommand(
	connection: Connection,
	command: IdentifiedCommand,
	record: CommandRecord,
	{ data, etag }: ServiceResponse,
): void {
	if (command.idempotency.mode === 'none') return forgetCommand(connection, command);
	const { json, sentAtMs } = record;
	remember(connection, command, { json, sentAtMs, response: { data, etag } });
}

/** For a command that certainly had no effect. */
export function forgetCommand(connection: Connection, command: Named): void {
	forgetAttempt(command.idempotency.scope, nameOf(connection, command));
}

function recall(connection: Connection, command: Named): IDataObject | undefined {
	return recallAttempt(command.idempotency.scope, nameOf(connection, command));
}

function remember(connection: Connection, command: IdentifiedCommand, value: IDataObject): void {
	const record = { ...value, content: contentOf(command) };
	rememberAttempt(command.idempotency.scope, nameOf(connection, command), record);
}

function nameOf({ baseUrl }: Connection, { identity }: Named): string[] {
	return ['command', baseUrl, identity.path, identity.step];
}

function contentOf({ identity }: IdentifiedCommand): string {
	return canonicalJson(identity.content ?? null);
}
