import type { IDataObject } from 'n8n-workflow';

import { HANDED_OVER, phase, showsCancellation } from '../api/phase';
import { readPost, toResponse, workspaceOfPost, type PostState } from '../api/posts';
import { readWrittenParts, readPostStatus, readScheduleParts } from '../api/readings/post';
import { clock } from '../shared/clock';
import { canonicalJson } from '../shared/json';
import type { Connection } from '../transport/connection';
import { carryOut, type Command, type CommandResponse } from './command';
import type { IdempotencyMode } from './key';
import { ProcessMemory } from './processMemory';
import { describeState, DoneBeforeFailure } from './doneBefore';
import { strongEtag } from './revision';

/** The post that a command applies to, and the effect on it. */
interface CommandOnPost {
	postPath: string;
	/** Whether a post shows the effect; undefined if uncertain. */
	isDone: (post: IDataObject) => boolean | undefined;
	/** Other commands may undo the effect, and sending the command once more does no harm. */
	isReversible: boolean;
	/** The post, if this operation has just read it. Its state is then part of the key in every mode. */
	from?: PostState;
	/** This operation has made the post, so it is not scheduled yet, unless by an earlier call. */
	isNew?: boolean;
}

/** The state from which a post is being published. */
interface PublicationStart {
	from: string;
	/** When the first command from this state was sent, in milliseconds since 1970. */
	atMs: number;
}

/** Until a post shows that it was published, another call sends the same command. */
const publicationStarts = new ProcessMemory<PublicationStart>();

/** After this time, a post in another state, which does not show the effect, was changed instead of published. */
export const PUBLICATION_SHOWN_MS = 60 * 60_000;

/** How often a command has been carried out from a state. A post may get an earlier ETag again. */
const timesDone = new ProcessMemory<number>();

/**
 * Carries out a command on a post.
 *
 * Without a workflow, the state that a command starts from is part of its key. A repeat after a lost response starts
 * from the same state, so it is the same command; once the post shows the effect, nothing is sent.
 *
 * @throws ServiceFailure that describes the post, if it is too late for the command
 */
export async function carryOutOnPost(
	connection: Connection,
	command: Command,
	target: CommandOnPost,
): Promise<CommandResponse> {
	const { idempotency, purpose } = command;
	if (target.from !== undefined) {
		return await carryOutFrom(connection, command, target, target.from);
	}
	if (!startsFromState(idempotency)) return await carryOut(connection, command);
	const state = await readPost(connection, target.postPath, purpose);
	if (target.isDone(state.post)) {
		return { ...toResponse(state), isResumed: true };
	}
	await requireUnpublished(connection, target, state, purpose);
	return await carryOutFrom(connection, command, target, state);
}

/** Adds the state to the identity of the command: from another state, it is another command, for the journal too. */
async function carryOutFrom(
	connection: Connection,
	command: Command,
	target: CommandOnPost,
	state: PostState,
): Promise<CommandResponse> {
	const { identity } = command;
	const { content = null } = identity;
	const place = [connection.baseUrl, identity.path, content];
	return await sendFrom(state, place, target, async (from) => {
		const prepare = async () => withKnownEtag(await command.prepare(), state);
		const step = `${identity.step} from ${canonicalJson(from)}`;
		const identityFrom = { ...identity, content: [content, from], step };
		return await carryOut(connection, { ...command, identity: identityFrom, prepare });
	});
}

/** Whether the state of the post is part of the key. */
export function startsFromState({ mode, scope }: IdempotencyMode): boolean {
	return mode === 'content' && scope.hasNoWorkflow === true;
}

/**
 * Sends a command from a state of its post.
 *
 * @param place the same for the same command on the same post, from any state
 * @param send receives a value that identifies the state
 */
export async function sendFrom<Response>(
	state: PostState,
	place: unknown[],
	{ from, isReversible }: Pick<CommandOnPost, 'from' | 'isReversible'>,
	send: (from: unknown) => Promise<Response>,
): Promise<Response> {
	const start = stateIdentity(state);
	if (!isReversible) {
		const open = publicationStarts.recall(place);
		const isOpen = open !== undefined && clock.now() - open.atMs < PUBLICATION_SHOWN_MS;
		const begun = isOpen || open?.from === start ? open : { from: start, atMs: clock.now() };
		return await publicationStarts.whileUncertain(place, begun, async () => await send(begun.from));
	}
	const times = timesDone.recall([place, start]) ?? 0;
	const countOnce = () => timesDone.remember([place, start], times + 1);
	const response = await send([start, times]).catch((error: unknown) => {
		// Another process has carried it out from this state, or this one before it was restarted. A model may only repeat a call.
		if (from !== undefined && error instanceof DoneBeforeFailure) countOnce();
		throw error;
	});
	countOnce();
	return response;
}

/** No post shows that it was copied, so the command starts from the state of the original. */
export async function carryOutCopy(
	connection: Connection,
	command: Command,
	postPath: string,
): Promise<CommandResponse> {
	const { idempotency, identity, purpose } = command;
	if (!startsFromState(idempotency)) return await carryOut(connection, command);
	const content = stateIdentity(await readPost(connection, postPath, purpose));
	return await carryOut(connection, { ...command, identity: { ...identity, content } });
}

/** Identifies the state of a post. */
export function stateIdentity({ post, etag }: PostState): string {
	const revision = strongEtag(etag) ?? readWrittenParts(post);
	return canonicalJson([revision, readPostStatus(post) ?? null, readScheduleParts(post)]);
}

/** @throws ServiceFailure for a post that is being published or was published, which no command can change */
export async function requireUnpublished(
	connection: Connection,
	{ isNew, postPath }: Partial<CommandOnPost>,
	{ post, etag }: PostState,
	purpose: string,
): Promise<void> {
	const isScheduled = isNew === true && showsCancellation(post) === false;
	if (!isScheduled && !HANDED_OVER.has(phase(post))) return;
	const workspacePath = postPath === undefined ? undefined : workspaceOfPost(postPath);
	const description = await describeState(connection, workspacePath, post);
	const happened = 'the status of the post has changed';
	throw new DoneBeforeFailure(
		`Could not ${purpose}: ${happened}`,
		description,
		{ post, etag },
		{ happened, effectFacts: { nothingWas: 'sent' } },
	);
}

/** Uses the ETag of the post that has just been read, so it is not read again. */
function withKnownEtag(
	prepared: Awaited<ReturnType<Command['prepare']>>,
	{ etag }: PostState,
): Awaited<ReturnType<Command['prepare']>> {
	const { revision } = prepared;
	if (revision?.choice.mode !== 'current' || etag === undefined) return prepared;
	return { ...prepared, revision: { ...revision, choice: { mode: 'known', etag } } };
}
