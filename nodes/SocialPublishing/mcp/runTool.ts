import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { AttemptMemory } from '../transport/attemptMemory';
import type { Connection } from '../transport/connection';
import { idempotencyKey, MAIN_STEP, type IdempotencyMode } from '../transport/idempotencyKey';
import type { Safety } from '../transport/retry';
import { callTool, findTool, purposeOf, type Tool } from './tool';
import type { ToolRevision, ToolResult } from './toolResult';

/** What the node fills in itself where the user gives nothing. */
export const KEY_ARGUMENT = 'idempotency_key';
export const REVISION_ARGUMENT = 'revision';

/** Nothing tells that a tool changes nothing but its name. */
const READING_TOOL = /^(get|list|validate)_/;

/** The tool that reads a post with its revision. */
const READ_POST = 'get_post';

/**
 * The revision that went out with each keyed command: a repeat by n8n's Retry On Fail must be the same to the
 * byte, although the lost first try may have given the post a new revision.
 */
const sentRevisions = new AttemptMemory<ToolRevision>(1_000);

/** Calls a tool by the rules that commands over REST follow: with a key, and with the post's revision. */
export async function runTool(
	connection: Connection,
	name: string,
	given: IDataObject,
	idempotency: IdempotencyMode,
): Promise<ToolResult> {
	if (READING_TOOL.test(name)) return await callTool(connection, name, given, 'read');
	const tool = await findTool(connection, name);
	const key = keyFor(connection, tool, given, idempotency);
	const args = { ...given, ...(key !== undefined && { [KEY_ARGUMENT]: key }) };
	const revision = await revisionFor(connection, tool, given, key);
	if (revision === undefined) return await callTool(connection, name, args, safetyOf(tool));
	const command = { ...args, [REVISION_ARGUMENT]: revision };
	const send = async () => await callTool(connection, name, command, safetyOf(tool));
	return await (key === undefined ? send() : sentRevisions.whileUncertain(key, revision, send));
}

/** What a second call of a tool would do. */
function safetyOf({ properties }: Tool): Safety {
	return KEY_ARGUMENT in properties ? 'keyed' : 'once';
}

/** Of what is known, what a tool takes. */
export function argumentsFor({ properties }: Tool, known: IDataObject): IDataObject {
	return Object.fromEntries(Object.entries(known).filter(([name]) => name in properties));
}

function keyFor(
	{ baseUrl }: Connection,
	{ name, properties }: Tool,
	given: IDataObject,
	idempotency: IdempotencyMode,
): string | undefined {
	if (!(KEY_ARGUMENT in properties)) return undefined;
	const own = given[KEY_ARGUMENT];
	if (own !== undefined && own !== '') return String(own);
	const content = { ...given, [REVISION_ARGUMENT]: undefined };
	return idempotencyKey(idempotency, { path: `${baseUrl} ${name}`, content, step: MAIN_STEP });
}

async function revisionFor(
	connection: Connection,
	{ name, properties }: Tool,
	given: IDataObject,
	key: string | undefined,
): Promise<ToolRevision | undefined> {
	if (!(REVISION_ARGUMENT in properties)) return undefined;
	const own = given[REVISION_ARGUMENT];
	if (typeof own === 'number') return own;
	if (own !== undefined && own !== '') return String(own);
	const sent = key === undefined ? undefined : sentRevisions.recall(key);
	if (sent !== undefined) return sent;
	const purpose = purposeOf(name);
	const reader = await findTool(connection, READ_POST);
	const which = argumentsFor(reader, given);
	const { revision } = await callTool(connection, READ_POST, which, 'read', { purpose });
	const isText = properties[REVISION_ARGUMENT]?.type === 'string';
	if (revision !== undefined) return isText ? String(revision) : revision;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no revision with the post`,
		'Without it the change could overwrite somebody else’s, so nothing was changed. Report this to the support of the service.',
	);
}
