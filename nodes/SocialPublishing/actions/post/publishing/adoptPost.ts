import type { IDataObject } from 'n8n-workflow';

import { phase } from '../../../api/phase';
import { fingerprint, statesContent } from '../../../api/postContent';
import {
	readPostIfExists,
	readUntil,
	toResponse,
	withIdOf,
	type PostState,
} from '../../../api/posts';
import { isIdleStatus, readPostStatus } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import type { CommandResponse } from '../../../commands/command';
import { throwUnchecked } from '../../../commands/doneBefore';
import { updatePost } from '../../../commands/postUpdate';
import { isAsMade, type Review } from '../../../commands/review';
import { attemptOf } from '../../../properties/item';
import type { ServiceFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import type { ServiceResponse } from '../../../transport/types';
import {
	contentFingerprint,
	isApplicable,
	makeBodyWithUploads,
	pathOfPost,
	revisionOfDraft,
	type Creation,
} from './creation';
import {
	changedTwiceFailure,
	CREATION_PURPOSE,
	impossibleFailure,
	notFoundYetFailure,
	withDraft,
} from './failures';
import type { ItemKey } from './itemKey';
import type { Observed } from './observe';
import { planContinuation, type Continuation, type Interrupted } from './plan';
import { readSent } from './recordedPosts';
import { isJustCreated } from './search';

/** Decides how the node continues with the post of an earlier run. */
export async function adopt(
	key: ItemKey,
	creation: Creation,
	observed: Observed,
): Promise<Observed> {
	if (observed.is !== 'found') return observed;
	const { post } = observed.state;
	key.usePost(readRecordId(post) ?? '');
	const { followUp } = creation;
	const canContinue = followUp === undefined || isApplicable(followUp, post);
	const continuation = await compareWithItem(key, creation, post, canContinue);
	const failure = failureOf(continuation, post);
	return failure === undefined
		? { ...observed, isOutdated: continuation === 'update' }
		: { is: 'undecided', failure };
}

/** An earlier attempt may have failed before or while it updated the post to the item. */
export async function isOutdatedNow(
	key: ItemKey,
	creation: Creation,
	created: IDataObject,
): Promise<boolean> {
	// Once the service has accepted what the item asks for, the post stays as it is.
	if (key.isInSync || (await key.isDone())) return false;
	const state = await readDraft(key, creation, created);
	if (state === undefined) return false;
	const continuation = await compareWithItem(key, creation, state.post);
	const failure = failureOf(continuation, state.post);
	if (failure !== undefined) throw failure;
	return continuation === 'update';
}

/** Compares an item with the post that an earlier run or attempt has created for it. */
async function compareWithItem(
	key: ItemKey,
	creation: Creation,
	post: IDataObject,
	canContinue = true,
): Promise<Continuation> {
	// A row is compared with its post in its own way.
	if (key.isInSync) return 'continue';
	const compared = canContinue && isOpen(post) ? await compare(key, creation, post) : undefined;
	return planContinuation({ canContinue, compared });
}

/** Why the node cannot continue; undefined if it can. */
function failureOf(continuation: Continuation, post: IDataObject): ServiceFailure | undefined {
	if (continuation === 'impossible') return impossibleFailure(post);
	return continuation === 'changedTwice' ? changedTwiceFailure(post) : undefined;
}

/** A post that is being published, or was, stays as it is. */
function isOpen(post: IDataObject): boolean {
	const now = phase(post);
	return isIdleStatus(now) || (now === 'unknown' && readPostStatus(post) === undefined);
}

async function compare(
	key: ItemKey,
	creation: Creation,
	post: IDataObject,
): Promise<Interrupted['compared']> {
	const isItemAsSent = await key.facts.isAsSent(creation.command.content);
	const current = fingerprint(post);
	const isPostAsSent = statesContent(post) && (await readSent(key, [current])).size > 0;
	const isPostAsWanted = current === contentFingerprint(creation);
	return { isItemAsSent, isPostAsSent, isPostAsWanted };
}

/** Reads a draft that an earlier attempt has saved; undefined if it was deleted. */
async function readDraft(
	{ item }: ItemKey,
	creation: Creation,
	created: IDataObject,
): Promise<PostState | undefined> {
	const postPath = pathOfPost(creation, created);
	if (postPath === undefined) return undefined;
	return await readPostIfExists(item.connection, postPath, CREATION_PURPOSE);
}

interface ReviewedDraft {
	review: Review;
	/** Another run has created it. */
	isAdopted?: boolean;
	isOutdated?: boolean;
	wasChanged?: boolean;
}

/**
 * The service may repeat its response to an earlier run. Since then, somebody may have edited or deleted the post.
 *
 * @throws ServiceFailure if the node cannot continue with the post
 */
export async function reviewRepeated(
	key: ItemKey,
	creation: Creation,
	{ data }: ServiceResponse,
): Promise<ReviewedDraft> {
	const created = readRecord(data);
	const id = readRecordId(created);
	const isBegun = await key.isBegun();
	if (id === undefined || !(isBegun || key.isInSync)) return { review: { is: 'unclear' } };
	const isOfOther = id === key.deletedPostId || key.runKeys.isPostOfOther(id, key.ledgerKey);
	if (isOfOther) return { review: { is: 'outdated' } };
	// A new post may be missing at first.
	const read = async () => await readDraft(key, creation, created);
	const failUnchecked = async (error: unknown) => {
		await key.recordPost(id);
		throwUnchecked(error, { purpose: CREATION_PURPOSE, postId: id });
	};
	const found = readUntil(key.item.connection, read, (each) => each !== undefined);
	const state = await found.catch(failUnchecked);
	if (state === undefined) {
		const wasDeleted = key.deletedPostId !== undefined || (await key.wasDeleted());
		const isDoubtful = isBegun && !wasDeleted && isJustCreated(created);
		if (isDoubtful) return await failUnchecked(notFoundYetFailure());
		// Nobody deletes a post that this run has just created.
		return { review: { is: isBegun || wasDeleted ? 'outdated' : 'unclear' } };
	}
	const post = withIdOf(state.post, created);
	const review: Review = { is: 'shown', response: toResponse({ ...state, post }) };
	if (key.isInSync) return { review, wasChanged: !isAsMade(created, state.post) };
	const adopted = await adopt(key, creation, { is: 'found', state: { ...state, post } });
	if (adopted.is === 'undecided') throw adopted.failure;
	return adopted.is === 'none'
		? { review }
		: { review, isAdopted: true, isOutdated: adopted.isOutdated };
}

/** Updates the post that an earlier run has created for the item to the current item. */
export async function updateDraft(
	key: ItemKey,
	creation: Creation,
	created: CommandResponse,
): Promise<CommandResponse> {
	const { item } = key;
	const { content } = creation.command;
	const post = readRecord(created.data);
	const postPath = pathOfPost(creation, post) ?? '';
	const { scope, isEdited } = attemptOf(item);
	const { data, ...response } = await updatePost(item.connection, {
		postPath,
		content,
		step: 'update',
		scope,
		isEdited,
		prepare: async () => ({
			json: await makeBodyWithUploads(item, creation),
			revision: { postPath, choice: revisionOfDraft(created) },
		}),
		ledger: {
			begin: async () => await key.beginUpdate(contentFingerprint(creation)),
			// The post still belongs to the key.
			erase: async () => undefined,
		},
	}).catch((error: unknown) => {
		throw withDraft(error, created);
	});
	await key.recordUpdate(content);
	return { ...response, data: { ...post, ...readRecord(data) }, isResumed: true };
}
