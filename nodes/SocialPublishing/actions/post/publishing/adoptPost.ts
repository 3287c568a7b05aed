import type { IDataObject } from 'n8n-workflow';

import { phase } from '../../../api/phase';
import { fingerprint } from '../../../api/postContent';
import {
	readPostIfExists,
	readUntil,
	toResponse,
	withIdOf,
	type PostState,
} from '../../../api/posts';
import { isIdleStatus, readPostStatus } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import { readCreatedMs } from '../../../api/readings/times';
import type { CommandResponse } from '../../../commands/command';
import { throwUnchecked } from '../../../commands/doneBefore';
import { updatePost } from '../../../commands/postUpdate';
import { isAsMade, type Review } from '../../../commands/review';
import { attemptOf } from '../../../properties/item';
import { clock } from '../../../shared/clock';
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
import { planContinuation, type Interrupted } from './plan';
import { withSentContent } from './recordedPosts';

/**
 * Where the post of an item comes from, unless this run has just created it.
 * - `earlierRun`: another run has created it, and may also have published or scheduled it. `isOutdated`: it is first updated
 *   to the item
 * - `elsewhere`: another execution has posted the item during this run. Then there is no record of the post
 * - `changed`: somebody has changed the post of a row right after it was created
 */
export type Origin =
	| { is: 'earlierRun'; isOutdated: boolean }
	| { is: 'elsewhere' }
	| { is: 'changed' };

/**
 * Continues with the post of an earlier run.
 *
 * @throws ServiceFailure if the node cannot continue with it
 */
export async function adopt(key: ItemKey, creation: Creation, post: IDataObject): Promise<Origin> {
	key.usePost(readRecordId(post) ?? '');
	const { followUp } = creation;
	const canContinue = followUp === undefined || isApplicable(followUp, post);
	return { is: 'earlierRun', isOutdated: await isOutdated(key, creation, post, canContinue) };
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
	return state !== undefined && (await isOutdated(key, creation, state.post));
}

/** Whether a post that an earlier run or attempt has created is updated to the item before the node continues with it. */
async function isOutdated(
	key: ItemKey,
	creation: Creation,
	post: IDataObject,
	canContinue = true,
): Promise<boolean> {
	// A row is compared with its post in its own way.
	if (key.isInSync) return false;
	const compared = canContinue && isOpen(post) ? await compare(key, creation, post) : undefined;
	const continuation = planContinuation({ canContinue, compared });
	if (continuation === 'impossible') throw impossibleFailure(post);
	if (continuation === 'changedTwice') throw changedTwiceFailure(post);
	return continuation === 'update';
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
	const isPostAsSent = (await withSentContent(key, [post])).length > 0;
	const isPostAsWanted = fingerprint(post) === contentFingerprint(creation);
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

/** For how long a service may not find a new post. */
const MISSING_MS = 60_000;

/** Whether a post states that it is new. If the service does not find it, that does not show that it was deleted. */
function isJustCreated(post: IDataObject): boolean {
	return (readCreatedMs(post) ?? 0) > clock.now() - MISSING_MS;
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
): Promise<{ review: Review; origin?: Origin }> {
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
		const wasDeleted = key.deletedPostId !== undefined || (await key.wasDeleted(id));
		const isDoubtful = isBegun && !wasDeleted && isJustCreated(created);
		if (isDoubtful) return await failUnchecked(notFoundYetFailure());
		// Nobody deletes a post that this run has just created.
		return { review: { is: isBegun || wasDeleted ? 'outdated' : 'unclear' } };
	}
	const post = withIdOf(state.post, created);
	const review: Review = { is: 'shown', response: toResponse({ ...state, post }) };
	if (!key.isInSync) return { review, origin: await adopt(key, creation, post) };
	return isAsMade(created, state.post) ? { review } : { review, origin: { is: 'changed' } };
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
