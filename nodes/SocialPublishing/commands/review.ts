import type { IDataObject } from 'n8n-workflow';

import { fingerprint, statesContent } from '../api/postContent';
import { type AcceptedReading, HANDED_OVER, phase } from '../api/phase';
import {
	idOfPost,
	readPost,
	readPostIfExists,
	readUntil,
	toResponse,
	workspaceOfPost,
	type PostState,
} from '../api/posts';
import { readPostIn, readPostStatus, readScheduledAt } from '../api/readings/post';
import { ignoreRequestFailure, type ServiceFailure } from '../shared/failure';
import { firstText, readRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import type { ServiceResponse } from '../transport/types';
import {
	DELETED,
	describeState,
	doneBefore,
	throwUnchecked,
	type ReviewedCommand,
} from './doneBefore';
import { mayRepeatResponse } from './key';

/** Whether a response that may be the stored one to an earlier command is still true. */
export type Review =
	/** The post is as the command requested. */
	| { is: 'shown'; response: ServiceResponse }
	| { is: 'unclear' }
	/** The response is no longer true. */
	| { is: 'outdated'; failure?: ServiceFailure };

type CertainReview =
	| Exclude<Review, { is: 'outdated' }>
	| { is: 'outdated'; failure: ServiceFailure };

export type ReviewOf = (response: ServiceResponse, json: IDataObject) => Promise<Review>;

/**
 * Reviews the response to a command on a post. Nothing is read if the key belongs to one item of one execution.
 *
 * @param pathOf the path of the post
 * @param showsEffect whether a post is as the body requested
 */
export function reviewPost(
	connection: Connection,
	command: ReviewedCommand,
	pathOf: (response: ServiceResponse) => string | undefined,
	showsEffect: AcceptedReading,
): ReviewOf | undefined {
	if (!mayRepeatResponse(command.idempotency)) return undefined;
	return async (response, json) => {
		const postPath = pathOf(response);
		if (postPath === undefined) return { is: 'unclear' };
		const read = async () => await readPostIfExists(connection, postPath, command.purpose);
		const workspacePath = workspaceOfPost(postPath);
		const onPost = { ...command, postId: idOfPost(postPath), workspacePath };
		return await reviewState(connection, onPost, read, (post) =>
			showsEffect(post, json, readRecord(response.data)),
		);
	};
}

/**
 * Reviews the response to a command whose key belongs to one item of one execution. It may be the post as it was before: then
 * the post is read. If that does not show the effect yet, nothing is known of the post.
 *
 * @param showsEffect whether a post is as the body requested
 */
export function reviewResponse(
	connection: Connection,
	purpose: string,
	postPath: string,
	showsEffect: AcceptedReading,
): ReviewOf {
	const shows = (post: IDataObject, json: IDataObject) => showsEffect(post, json, post);
	return async (response, json) => {
		const record = readRecord(response.data);
		if (shows(readPostIn(record) ?? record, json) !== false) return { is: 'unclear' };
		const state = await readPost(connection, postPath, purpose).catch(ignoreRequestFailure);
		const isOutdated = state !== undefined && shows(state.post, json) === false;
		const isKnown = state !== undefined && !(isOutdated && phase(state.post) === 'draft');
		const unknown = { ...response, data: {}, etag: undefined };
		return { is: 'shown', response: isKnown ? toResponse(state) : unknown };
	};
}

/**
 * Reviews the response to a command on a post.
 *
 * @param read returns undefined if the post no longer exists
 * @param isShown whether the post shows the effect; undefined if uncertain
 */
export async function reviewState(
	connection: Connection,
	command: ReviewedCommand,
	read: () => Promise<PostState | undefined>,
	isShown: (post: IDataObject) => boolean | undefined,
): Promise<CertainReview> {
	const look = async () => {
		const state = await read().catch((error: unknown) => throwUnchecked(error, command));
		return { state, shown: state === undefined ? false : isShown(state.post) };
	};
	const { state, shown } = await readUntil(connection, look, (seen) => seen.shown !== false);
	if (shown === undefined) return { is: 'unclear' };
	if (state === undefined) {
		return { is: 'outdated', failure: doneBefore(command, undefined, DELETED) };
	}
	if (shown) return { is: 'shown', response: toResponse(state) };
	const { post } = state;
	const description = await describeState(connection, command.workspacePath, post);
	return { is: 'outdated', failure: doneBefore(command, post, description) };
}

/**
 * Reviews the response to a command that makes a post. In a workflow, the post only has to exist. Without one, the caller is
 * a model that learns only what the response contains, so the post must still be as it was made.
 *
 * @param hasFollowUp another command of the operation follows, which looks at the status itself
 */
export function reviewNewPost(
	connection: Connection,
	command: ReviewedCommand,
	pathOf: (response: ServiceResponse) => string | undefined,
	hasFollowUp: boolean,
): ReviewOf | undefined {
	const { mode, scope } = command.idempotency;
	const isForModel = scope.hasNoWorkflow === true && mode !== 'custom';
	if (!isForModel && hasFollowUp) return undefined;
	const isStill = hasFollowUp ? isSameContent : isAsMade;
	return reviewPost(
		connection,
		command,
		pathOf,
		(post, _body, made) => !isForModel || isStill(made, post),
	);
}

/** Whether nothing in two records shows that the post has changed since it was made. */
export function isAsMade(made: IDataObject, now: IDataObject): boolean {
	return isSameContent(made, now) && isSameStatus(made, now);
}

function isSameContent(a: IDataObject, b: IDataObject): boolean {
	return !statesContent(a) || !statesContent(b) || fingerprint(a) === fingerprint(b);
}

function isSameStatus(made: IDataObject, now: IDataObject): boolean {
	const [before, after] = [readPostStatus(made), readPostStatus(now)];
	if (before !== undefined && after !== undefined && before !== after) return false;
	const [wasOut, isOut] = [HANDED_OVER.has(phase(made)), HANDED_OVER.has(phase(now))];
	return wasOut === isOut && timeOf(made) === timeOf(now);
}

function timeOf(post: IDataObject): string | undefined {
	return firstText(readScheduledAt(post));
}
