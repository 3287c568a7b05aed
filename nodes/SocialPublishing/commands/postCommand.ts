import type { IDataObject } from 'n8n-workflow';

import { type EffectReading, phase, showsPublication } from '../api/phase';
import { isSameMedia, mayHaveContent, statesContent } from '../api/postContent';
import { readPost, toResponse, workspaceOfPost, type PostState } from '../api/posts';
import { mayHaveTakenEffect } from '../shared/failure';
import { isRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import { NOTHING_FOUND, UNDECIDED, type Finding } from '../transport/finding';
import type { Command, CommandResponse } from './command';
import { undecidedFailure, type Uncertainty } from './uncertainty';
import { MAIN_STEP, type IdempotencyMode } from './key';
import { carryOutOnPost } from './commandFromState';
import { describeState } from './doneBefore';
import { POST_EFFECTS, type PostCommandName } from './postEffects';
import { reviewResponse, reviewPost } from './review';
import type { RevisionChoice } from './revision';

/** The post that a command applies to, and how to send the command. */
export interface PostTarget {
	postPath: string;
	/** Undefined for a command that the service accepts without one. */
	revision: RevisionChoice | undefined;
	idempotency: IdempotencyMode;
	/** The post comes from another execution, which may also have sent the command. */
	isAdopted?: boolean;
	/** The operation itself has made the post. */
	isNew?: boolean;
	/** The post, if the operation has just read it: for commands that start from its state. */
	from?: PostState;
	/** The content that was sent for the post, if known. */
	sent?: IDataObject | undefined;
	/** Distinguishes the commands of one operation in the idempotency key. */
	step: string;
}

/** A command that changes the state of a post. */
interface PostCommand {
	/** The end of its route, and of "Could not … the post". */
	name: PostCommandName;
	/** Identifies the command: a repeat has the same content. */
	content?: IDataObject;
	isEdited: boolean;
	/** By default, the content. Throws if it is too late for the command. Not called if an earlier attempt has sent it. */
	makeBody?: () => IDataObject | Promise<IDataObject>;
	/** Replaces how `POST_EFFECTS` reads the effect, before and after the command. */
	showsEffect?: EffectReading;
	/** The operation reads the outcome of the post anyway. */
	readsOutcome?: boolean;
}

/** Publishes or schedules a post, or cancels its schedule. */
export async function sendPostCommand(
	connection: Connection,
	target: PostTarget,
	command: PostCommand,
): Promise<CommandResponse> {
	return await sendTo(connection, target, command).catch(async (error: unknown) => {
		const revision = ownRevision(target, error);
		if (revision === undefined) throw error;
		return await sendTo(connection, { ...target, revision }, command);
	});
}

/**
 * The revision of a new post that the service refuses to change although the post is still as it was made: the ETag in the
 * response to its creation was not that of the post.
 */
function ownRevision(
	{ isNew, revision, sent }: PostTarget,
	error: unknown,
): RevisionChoice | undefined {
	if (!isNew || revision?.mode !== 'known' || sent === undefined) return undefined;
	if (!(error instanceof RefusedFailure) || error.facts.status !== 412) return undefined;
	const { post, etag } = error.facts;
	if (mayHaveTakenEffect(error) || etag === undefined || etag === revision.etag) return undefined;
	if (!isRecord(post) || phase(post) !== 'draft' || !statesContent(post)) return undefined;
	const isAsMade = mayHaveContent(post, sent) && isSameMedia(post, sent);
	return isAsMade ? { mode: 'known', etag } : undefined;
}

async function sendTo(
	connection: Connection,
	target: PostTarget,
	{
		name,
		content = {},
		isEdited,
		makeBody = () => content,
		showsEffect,
		readsOutcome,
	}: PostCommand,
): Promise<CommandResponse> {
	const { postPath, revision, idempotency, isAdopted, isNew, from } = target;
	const { isReversible, ...effect } = POST_EFFECTS[name];
	const { shows, showsAccepted } =
		showsEffect === undefined ? effect : { shows: showsEffect, showsAccepted: showsEffect };
	const purpose = `${name} the post`;
	const command: Command = {
		purpose,
		identity: postCommandIdentity(target, name, content),
		idempotency,
		request: { method: name === 'reschedule' ? 'PATCH' : 'POST', safety: 'keyed' },
		isEdited,
		mayBeBegun: async () => isAdopted === true,
		isShared: idempotency.mode === 'once',
		prepare: async () => ({
			json: await makeBody(),
			...(revision && { revision: { postPath, choice: revision } }),
		}),
		find: postEffect(
			connection,
			postPath,
			purpose,
			shows,
			name === 'cancel' ? undefined : showsPublication,
		),
		review: readsOutcome
			? undefined
			: (reviewPost(connection, { purpose, idempotency }, () => postPath, showsAccepted) ??
				reviewResponse(connection, purpose, postPath, showsAccepted)),
	};
	const isDone = (post: IDataObject) => shows(post, content);
	const onPost = { postPath, isDone, isReversible, isNew, ...(from && { from }) };
	return await carryOutOnPost(connection, command, onPost);
}

/** Identifies a command on a post. */
export function postCommandIdentity(
	{ postPath, step }: { postPath: string; step?: string },
	name: string,
	content: IDataObject,
): Command['identity'] {
	return { path: `${postPath}/${name}`, content, step: step ?? MAIN_STEP };
}

/** Statuses with which the service may refuse a command that it has carried out before, such as a schedule in the past. */
const AMBIGUOUS_REFUSALS = new Set([409, 412, 422]);

/**
 * Looks for the effect of a command on its post.
 *
 * @param mayHideEffect whether a post may have had the effect, although it does not show it. For example, a post that is out
 *   may no longer state the time for which it was scheduled.
 */
export function postEffect(
	connection: Connection,
	postPath: string,
	purpose: string,
	showsEffect: EffectReading,
	mayHideEffect: (post: IDataObject) => boolean | undefined = () => false,
): (uncertainty: Uncertainty) => Promise<Finding> {
	return async (uncertainty) => {
		const refusal = uncertainty.why === 'refused' ? uncertainty.refusal : undefined;
		if (refusal !== undefined && !AMBIGUOUS_REFUSALS.has(refusal.facts.status ?? 0))
			return UNDECIDED;
		const state = await readPost(connection, postPath, purpose);
		const isShown = showsEffect(
			state.post,
			uncertainty.why === 'otherRun' ? undefined : uncertainty.json,
		);
		if (isShown) return { is: 'found', response: toResponse(state) };
		if (uncertainty.why === 'forgotten' && mayHideEffect(state.post)) {
			const workspacePath = workspaceOfPost(postPath);
			const description = await describeState(connection, workspacePath, state.post);
			const failure = undecidedFailure({ purpose }, description);
			return { is: 'undecided', failure: failure.with({ facts: { post: state.post } }) };
		}
		return mayBeLate(refusal, isShown) ? UNDECIDED : NOTHING_FOUND;
	};
}

/** For a moment, a post may not show the effect yet. A day later, a post without the effect shows that there was none. */
function mayBeLate(refusal: RefusedFailure | undefined, isShown: boolean | undefined): boolean {
	if (refusal === undefined) return false;
	const mayBeRunning = refusal.conflict === 'running' || refusal.conflict === 'unknown';
	return isShown === undefined || mayBeRunning || refusal.effect === 'none';
}
