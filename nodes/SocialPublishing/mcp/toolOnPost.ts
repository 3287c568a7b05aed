import type { IDataObject } from 'n8n-workflow';

import {
	showsAcceptedSchedule,
	showsCancellation,
	showsPublication,
	showsSchedule,
	type AcceptedReading,
} from '../api/phase';
import type { PostState } from '../api/posts';
import {
	requireUnpublished,
	sendFrom,
	startsFromState,
	stateIdentity,
} from '../commands/commandFromState';
import { isAsMade, reviewState } from '../commands/review';
import type { IdempotencyMode } from '../commands/key';
import { ServiceFailure } from '../shared/failure';
import { isAboutMissing, readRecordId } from '../api/readings/record';
import { readPostIn } from '../api/readings/post';
import { postIdArguments } from '../api/readings/tool';
import { readRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { isNotFound } from '../transport/retry';
import { callToolWith, purposeOf, type Tool } from './tool';
import type { ToolResult } from './toolResult';

/** A call to a tool that takes effect once for each key. */
export interface ToolCall {
	tool: Tool;
	given: IDataObject;
	idempotency: IdempotencyMode;
}

/** How a post shows the effect of a tool, before and after the call. */
interface ToolEffect {
	isDone: (post: IDataObject, args: IDataObject) => boolean | undefined;
	isShown: AcceptedReading;
	isReversible: boolean;
}

const EFFECTS: Record<string, ToolEffect> = {
	publish_post: { isDone: showsPublication, isShown: showsPublication, isReversible: false },
	schedule_post: scheduling('schedule'),
	reschedule_post: scheduling('reschedule'),
	cancel_post: { isDone: showsCancellation, isShown: showsCancellation, isReversible: true },
};

function scheduling(command: 'schedule' | 'reschedule'): ToolEffect {
	return {
		isDone: showsSchedule(command),
		isShown: showsAcceptedSchedule(command),
		isReversible: true,
	};
}

/**
 * Calls a tool without a workflow. The state of the post is part of the key, as in commands over REST. The result is compared
 * with the post, because it may be the stored result of an earlier call.
 *
 * @param send calls the tool; receives a value that the key contains in addition to the arguments
 */
export async function callFromState(
	connection: Connection,
	call: ToolCall,
	send: (from?: unknown) => Promise<ToolResult>,
): Promise<ToolResult> {
	const { tool, given } = call;
	const purpose = purposeOf(tool.name);
	const effect = EFFECTS[tool.name];
	const read = async () => await readPostByTool(connection, given, purpose);
	if (effect === undefined) {
		const from = tool.name === 'duplicate_post' ? stateIdentity(stateOf(await read())) : undefined;
		return orThrow(await reviewResult(connection, call, await send(from)));
	}
	const before = await read();
	const state = stateOf(before);
	if (effect.isDone(state.post, given)) return before;
	await requireUnpublished(connection, {}, state, purpose);
	const place = [connection.baseUrl, tool.name, given];
	return orThrow(await reviewResult(connection, call, await sendFrom(state, place, effect, send)));
}

export function orThrow(reviewed: ToolResult | ServiceFailure): ToolResult {
	if (reviewed instanceof ServiceFailure) throw reviewed;
	return reviewed;
}

/**
 * Compares a result that may be the stored one of an earlier call with the post.
 *
 * @returns the result, or a failure that describes the post if it no longer shows the effect
 * @throws ServiceFailure if the post could not be read
 */
export async function reviewResult(
	connection: Connection,
	call: ToolCall,
	result: ToolResult,
): Promise<ToolResult | ServiceFailure> {
	const { tool, given, idempotency } = call;
	const effect = EFFECTS[tool.name];
	if (effect === undefined) return await reviewNewPost(connection, call, result);
	const purpose = purposeOf(tool.name);
	let latest = result;
	const read = async () => stateOf((latest = await readPostByTool(connection, given, purpose)));
	const isShown = (post: IDataObject) => effect.isShown(post, given, stateOf(result).post);
	const review = await reviewState(connection, { purpose, idempotency }, read, isShown);
	if (review.is === 'outdated') return review.failure;
	return review.is === 'shown' ? latest : result;
}

/**
 * Checks that a new post still exists. A model learns only what the result contains, so for it, the post must also be as the
 * tool created it.
 */
async function reviewNewPost(
	connection: Connection,
	{ tool, given, idempotency }: ToolCall,
	result: ToolResult,
): Promise<ToolResult | ServiceFailure> {
	const created = stateOf(result).post;
	const id = readRecordId(created);
	if (!CREATES_POST.has(tool.name) || id === undefined) return result;
	const purpose = purposeOf(tool.name);
	const args = { ...given, ...postIdArguments(id) };
	let latest = result;
	const read = async () => {
		const found = await readPostByTool(connection, args, purpose).catch(asMissing);
		if (found === undefined) return undefined;
		latest = found;
		return stateOf(found);
	};
	const command = { purpose, idempotency };
	const review = await reviewState(
		connection,
		command,
		read,
		(post) => !startsFromState(idempotency) || isAsMade(created, post),
	);
	if (review.is === 'outdated') return review.failure;
	return latest;
}

const CREATES_POST = new Set(['create_post', 'duplicate_post']);

export async function readPostByTool(
	connection: Connection,
	values: IDataObject,
	purpose: string,
): Promise<ToolResult> {
	return await callToolWith(connection, 'get_post', values, { safety: 'safe', purpose });
}

function asMissing(error: unknown): undefined {
	const { status, code = '' } = error instanceof ServiceFailure ? error.facts : {};
	if (!isNotFound(status) && !isAboutMissing(code)) throw error;
}

function stateOf({ data, revision }: ToolResult): PostState {
	return {
		post: readPostIn(readRecord(data)) ?? {},
		etag: revision === undefined ? undefined : String(revision),
	};
}
