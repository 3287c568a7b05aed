import type { IDataObject } from 'n8n-workflow';

import type { PostState } from '../api/posts';
import {
	requireUnpublished,
	sendFrom,
	startsFromState,
	stateIdentity,
} from '../commands/commandFromState';
import { POST_EFFECTS } from '../commands/postEffects';
import { isAsMade, reviewState } from '../commands/review';
import type { IdempotencyMode } from '../commands/key';
import { ServiceFailure } from '../shared/failure';
import { CODES, readRecordId } from '../api/readings/record';
import { readPostIn } from '../api/readings/post';
import { postIdArguments } from '../api/readings/tool';
import { readRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { isNotFound } from '../transport/retry';
import { purposeOf, readByTool, type Tool } from './tool';
import type { ToolResult } from './toolResult';

/** A call to a tool that takes effect once for each key. */
export interface ToolCall {
	tool: Tool;
	given: IDataObject;
	idempotency: IdempotencyMode;
}

/** The effects of the tools that send the same commands as REST. */
const EFFECTS = new Map(
	Object.entries(POST_EFFECTS).map(([command, effect]) => [`${command}_post`, effect]),
);

/**
 * Calls a tool without a workflow: the state of the post is part of the key, as in commands over REST.
 *
 * @param send calls the tool; receives a value that the key contains in addition to the arguments
 */
export async function callFromState(
	connection: Connection,
	{ tool: { name }, given }: ToolCall,
	send: (from?: unknown) => Promise<ReviewedResult>,
): Promise<ReviewedResult> {
	const purpose = purposeOf(name);
	const effect = EFFECTS.get(name);
	const read = async () => await readByTool(connection, 'get_post', given, purpose);
	if (effect === undefined) {
		const isCopy = name === 'duplicate_post';
		return await send(isCopy ? stateIdentity(stateOf(await read())) : undefined);
	}
	const before = await read();
	const state = stateOf(before);
	if (effect.shows(state.post, given)) return before;
	await requireUnpublished(connection, {}, state, purpose);
	return await sendFrom(state, [connection.baseUrl, name, given], effect, send);
}

/** The result of a tool, or a failure that describes the post if it no longer shows the effect. */
export type ReviewedResult = ToolResult | ServiceFailure;

/**
 * Compares a result that may be the stored one of an earlier call with the post.
 *
 * A new post only has to exist in a workflow. Without one, a model learns only what the result contains, so the post must
 * also be as the tool created it.
 *
 * @throws ServiceFailure if the post could not be read
 */
export async function reviewResult(
	connection: Connection,
	{ tool: { name }, given, idempotency }: ToolCall,
	result: ToolResult,
): Promise<ReviewedResult> {
	const { post: returned } = stateOf(result);
	const effect = EFFECTS.get(name);
	const newId = CREATES_POST.has(name) ? readRecordId(returned) : undefined;
	if (effect === undefined && newId === undefined) return result;
	const args = newId === undefined ? given : { ...given, ...postIdArguments(newId) };
	const purpose = purposeOf(name);
	let latest = result;
	const read = async () => {
		const found = await readByTool(connection, 'get_post', args, purpose).catch(asMissing);
		latest = found ?? latest;
		return found && stateOf(found);
	};
	const isShown = (post: IDataObject) =>
		effect === undefined
			? !startsFromState(idempotency) || isAsMade(returned, post)
			: effect.showsAccepted(post, given, returned);
	const review = await reviewState(connection, { purpose, idempotency }, read, isShown);
	if (review.is === 'outdated') return review.failure;
	return review.is === 'shown' ? latest : result;
}

const CREATES_POST = new Set(['create_post', 'duplicate_post']);

function asMissing(error: unknown): undefined {
	const { status, code = '' } = error instanceof ServiceFailure ? error.facts : {};
	if (!isNotFound(status) && !CODES.missing.test(code)) throw error;
}

function stateOf({ data, revision }: ToolResult): PostState {
	return {
		post: readPostIn(readRecord(data)) ?? {},
		etag: revision === undefined ? undefined : String(revision),
	};
}
