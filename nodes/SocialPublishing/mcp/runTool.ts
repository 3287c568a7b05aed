import type { IDataObject } from 'n8n-workflow';

import { isRevision, type ToolRevision } from '../api/readings/tool';
import { clock } from '../shared/clock';
import { ServiceFailure, UndecidedFailure } from '../shared/failure';
import { canonicalJson, isGiven, isRecord } from '../shared/json';
import { ProcessMemory } from '../commands/processMemory';
import type { Connection } from '../transport/connection';
import { readEntry, writeWhileUncertain } from '../commands/journal';
import { startsFromState } from '../commands/commandFromState';
import {
	CALL_ADVICE,
	idempotencyKey,
	isForgotten,
	MAIN_STEP,
	mayRepeatResponse,
	type IdempotencyMode,
} from '../commands/key';
import { callTool, findTool, purposeOf, readByTool } from './tool';
import { callFromState, reviewResult, type ReviewedResult, type ToolCall } from './toolOnPost';
import type { ToolResult } from './toolResult';

/** Arguments that the node fills in if the user, a model or an earlier step leaves them empty. */
export const KEY_ARGUMENT = 'idempotency_key';
export const REVISION_ARGUMENT = 'revision';

/** Whether a tool changes nothing. Only its name shows this. */
export function isReadingTool(name: string): boolean {
	return /^(get|list|validate)_/.test(name);
}

/**
 * Whether a call that takes effect twice leaves the same as one. Only the tool's name shows this. A refresh is guarded by
 * the service, and a replayed event keeps its ID.
 */
function mayCallTwice(name: string): boolean {
	return /^(edit|delete|complete|refresh|replay)_/.test(name);
}

/**
 * The revision that was sent with each call and its key. A repeat by n8n's Retry On Fail must match the first attempt byte
 * for byte, although that attempt may have changed the post's revision.
 */
const sentRevisions = new ProcessMemory<ToolRevision>();

/**
 * Calls a tool in the way commands are sent over REST: with an idempotency key and the post's revision. If the response to
 * an earlier attempt at the item was lost, repeats the same call.
 *
 * @param isEdited whether the user may have changed the arguments on purpose since an earlier attempt
 */
export async function runTool(
	connection: Connection,
	{ name, given, idempotency }: { name: string } & Omit<ToolCall, 'tool'>,
	isEdited: boolean,
): Promise<ToolResult> {
	if (isReadingTool(name)) return await callTool(connection, name, given, { safety: 'safe' });
	const tool = await findTool(connection, name);
	const call = { tool, given, idempotency: withOwnKey(idempotency, given) };
	const send = async (from?: unknown) => await sendTool(connection, call, isEdited, from);
	const startsFrom = KEY_ARGUMENT in tool.properties && startsFromState(call.idempotency);
	const reviewed = startsFrom ? await callFromState(connection, call, send) : await send();
	if (reviewed instanceof ServiceFailure) throw reviewed;
	return reviewed;
}

/** A key among the arguments takes precedence. */
function withOwnKey(idempotency: IdempotencyMode, given: IDataObject): IdempotencyMode {
	const { [KEY_ARGUMENT]: key } = given;
	const { scope } = idempotency;
	return isGiven(key) ? { mode: 'custom', key: String(key), scope } : idempotency;
}

/** @param from a value that the key contains in addition to the arguments */
async function sendTool(
	connection: Connection,
	call: ToolCall,
	isEdited: boolean,
	from: unknown,
): Promise<ReviewedResult> {
	const { tool, given, idempotency } = call;
	const { name } = tool;
	const { scope } = idempotency;
	const attempt = ['tool', connection.baseUrl, name];
	const earlier = readEntry(scope, attempt);
	const sentAtMs = Number(earlier?.sentAtMs ?? clock.now());
	const safety = KEY_ARGUMENT in tool.properties ? 'keyed' : 'unrepeatable';
	if (safety === 'keyed' && isForgotten(sentAtMs)) throw forgottenCallFailure(name);
	const isRepeat = !isEdited || canonicalJson(earlier?.given) === canonicalJson(given);
	// An AI Agent decides by itself whether to call a tool again.
	const isUpToNode = earlier !== undefined && isRepeat && !scope.isAgentTool;
	if (isUpToNode && safety === 'unrepeatable' && !mayCallTwice(name))
		throw keylessCallFailure(name);
	const args =
		isRepeat && isRecord(earlier?.args)
			? earlier.args
			: await completeArguments(connection, call, from);
	const send = async () => {
		const result = await callTool(connection, name, args, {
			safety,
			wasSentBefore: earlier !== undefined,
			// Without a key, a second call may take effect again.
			repeatAdvice: safety === 'keyed' && scope.hasNoWorkflow ? CALL_ADVICE : undefined,
		});
		return safety === 'keyed' && mayRepeatResponse(idempotency)
			? await reviewResult(connection, call, result)
			: result;
	};
	const key = args[KEY_ARGUMENT];
	const revision = args[REVISION_ARGUMENT];
	const sendRemembered = async () =>
		await writeWhileUncertain(scope, attempt, { given, args, sentAtMs }, send);
	if (key === undefined || !isRevision(revision)) return await sendRemembered();
	const place = [connection.baseUrl, name, given, key];
	return await sentRevisions.whileUncertain(place, revision, sendRemembered);
}

/**
 * The node cannot check whether a tool call has taken effect, so it does not repeat the call once the service may have
 * forgotten the key.
 */
function forgottenCallFailure(toolName: string): ServiceFailure {
	return undecidedCallFailure(
		toolName,
		'The response was lost more than 23 hours ago, so the service may no longer recognize a repeat.',
	);
}

/** Without a key, the service cannot recognize a repeat at all. */
function keylessCallFailure(toolName: string): ServiceFailure {
	return undecidedCallFailure(
		toolName,
		'The response was lost, and the tool takes no idempotency key, so a second call could repeat its effect.',
	);
}

function undecidedCallFailure(toolName: string, reason: string): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${purposeOf(toolName)}: an earlier attempt may have taken effect`,
		`${reason} Check in the service what the first attempt did. If it did nothing, start a new execution.`,
	);
}

/** The given arguments, with the key and the post's revision if the tool takes them. */
async function completeArguments(
	connection: Connection,
	call: ToolCall,
	from: unknown,
): Promise<IDataObject> {
	const key = keyFor(connection, call, from);
	const revision = await revisionFor(connection, call, key);
	return {
		...call.given,
		...(key !== undefined && { [KEY_ARGUMENT]: key }),
		...(revision !== undefined && { [REVISION_ARGUMENT]: revision }),
	};
}

function keyFor(
	{ baseUrl }: Connection,
	{ tool: { name, properties }, given, idempotency }: ToolCall,
	from: unknown,
): string | undefined {
	if (!(KEY_ARGUMENT in properties)) return undefined;
	const values = { ...given, [REVISION_ARGUMENT]: undefined };
	const content = from === undefined ? values : [values, from];
	return idempotencyKey(idempotency, { path: `${baseUrl} ${name}`, content, step: MAIN_STEP });
}

async function revisionFor(
	connection: Connection,
	{ tool: { name, properties }, given }: ToolCall,
	key: string | undefined,
): Promise<ToolRevision | undefined> {
	if (!(REVISION_ARGUMENT in properties)) return undefined;
	const own = given[REVISION_ARGUMENT];
	if (typeof own === 'number') return own;
	if (isGiven(own)) return String(own);
	const sent =
		key === undefined ? undefined : sentRevisions.recall([connection.baseUrl, name, given, key]);
	if (sent !== undefined) return sent;
	const purpose = purposeOf(name);
	const { revision } = await readByTool(connection, 'get_post', given, purpose);
	const isText = properties[REVISION_ARGUMENT]?.type === 'string';
	if (revision !== undefined) return isText ? String(revision) : revision;
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned the post without a revision`,
		"Without it, the change could overwrite someone else's, so nothing was changed. Report this to the service's support.",
	);
}
