import type { PostList } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import {
	findPost,
	keyInUseFailure,
	toFinding,
	type Uncertainty,
} from '../../../commands/findEffect';
import type { IdempotencyMode } from '../../../commands/key';
import { responsesOfItems } from '../../../commands/sentCommands';
import { describeRemaining, removeFiles } from '../../../media/attachment';
import { addHint, type Item } from '../../../properties/item';
import { clock } from '../../../shared/clock';
import { asRequestFailure } from '../../../shared/failure';
import type { RefusedFailure } from '../../../transport/errors';
import { NOTHING_FOUND, UNDECIDED, type Finding } from '../../../transport/finding';
import { CONFLICT_DELAYS_MS } from '../../../transport/retry';
import { adopt } from './adoptPost';
import { rememberRefused } from './candidates';
import { bodyWithPlaceholders, type Creation } from './creation';
import { CREATION_PURPOSE, sentBeforeFailure } from './failures';
import type { ItemKey } from './itemKey';
import { observePost, type Observed } from './observe';
import { findForgottenPost } from './search';

/** Looks for the post that the creation of an item without a key of its own may have made. */
export async function findCreated(
	item: Item,
	creation: Creation,
	uncertainty: Uncertainty,
): Promise<Finding> {
	if (uncertainty.why === 'otherRun') return NOTHING_FOUND;
	if (uncertainty.why === 'forgotten') {
		const { json: content, sentAtMs } = uncertainty;
		const ofItems = postsOfItems(item, creation);
		const isOf = (kind: PostOfItem) => (id: string | undefined) => ofItems.get(id) === kind;
		const search = {
			workspacePath: creation.workspace,
			purpose: CREATION_PURPOSE,
			content,
			isOther: isOf('other'),
		};
		return await findForgottenPost(item.connection, search, sentAtMs, isOf('uncertain'));
	}
	const { refusal } = uncertainty;
	const { idempotency, hasTags, files } = creation;
	const mayDiffer = files.length > 0 || hasTags;
	const isOfOtherUploads = mayDiffer && refusal.conflict === 'changedInput';
	return isOfOtherUploads && idempotency.mode !== 'execution'
		? await findWithOtherUploads(item, creation, refusal)
		: UNDECIDED;
}

type PostOfItem = 'other' | 'shared' | 'uncertain';

/** Whose post that of an item with the same content is. The journal does not contain the user's keys. */
const OF_SAME_CONTENT: Partial<Record<IdempotencyMode['mode'], PostOfItem>> = {
	execution: 'other',
	custom: 'uncertain',
};

/** Whose posts those are that the execution has created for its items. Items with the same key share a post. */
function postsOfItems(
	{ connection }: Item,
	{ command: identity, idempotency }: Creation,
): Map<string | undefined, PostOfItem> {
	const kindOfSame = OF_SAME_CONTENT[idempotency.mode] ?? 'shared';
	const responses = responsesOfItems(connection, { identity, idempotency });
	return new Map(
		responses.map(({ data, isSame }) => [readRecordId(data), isSame ? kindOfSame : 'other']),
	);
}

/** `elsewhere`: another execution has posted the item during this run. */
type Created = Observed | { is: 'elsewhere' };

/**
 * Looks for the post that a creation for a key may have made, in this run or in another. Undefined if the service has refused
 * the creation for a reason that has nothing to do with another one.
 */
export async function observeCreated(
	key: ItemKey,
	creation: Creation,
	uncertainty: Uncertainty,
): Promise<Created | undefined> {
	if (uncertainty.why === 'refused') {
		return await observeRefused(key, creation, uncertainty.refusal);
	}
	const isRecent = uncertainty.why === 'forgotten';
	const observed = await adopt(key, creation, await observePost(key, creation, { isRecent }));
	// Another execution may have found the post, and recorded by now that the key is done.
	const isElsewhere = observed.is === 'none' && (await key.isDoneByNow());
	return isElsewhere ? { is: 'elsewhere' } : observed;
}

/** Another execution may be creating the post right now, with its own uploads: that takes as long as any command. */
const SEARCH_DELAYS_MS = [0, ...CONFLICT_DELAYS_MS.running];

async function observeRefused(
	key: ItemKey,
	creation: Creation,
	{ conflict }: RefusedFailure,
): Promise<Created | undefined> {
	if (conflict === undefined) return undefined;
	const observed = await lookRepeatedly(key, creation, conflict).catch(
		(error: unknown): Created => ({ is: 'undecided', failure: asRequestFailure(error) }),
	);
	const exists = observed.is === 'found' || observed.is === 'elsewhere';
	if (exists) await removeUploads(key.item, creation);
	// The service knows the key, so the item stays begun.
	if (observed.is !== 'undecided') return observed;
	return { ...observed, failure: observed.failure.with({ effect: 'unknown' }) };
}

async function lookRepeatedly(
	key: ItemKey,
	creation: Creation,
	conflict: NonNullable<RefusedFailure['conflict']>,
): Promise<Created> {
	// The service has stored the key with the content of the deleted post, so it refuses any other content.
	const wasDeleted = key.deletedPostId !== undefined;
	const isNamed = conflict === 'changedInput';
	const isOfOtherContent = isNamed || (conflict === 'unknown' && (key.isUsedUp || wasDeleted));
	// The node has already waited for any other conflict to end.
	const isOfDeleted = isNamed && wasDeleted;
	const delaysMs = isOfOtherContent && !isOfDeleted ? SEARCH_DELAYS_MS : [0];
	for (const [look, delayMs] of delaysMs.entries()) {
		await clock.wait(delayMs, key.item.connection.signal);
		const isUsed = isOfOtherContent && look === delaysMs.length - 1;
		const found = await observePost(key, creation, { isRecent: true, isUsed });
		const observed = await adopt(key, creation, found);
		if (isUsed && observed.is === 'undecided') rememberRefused(key, creation);
		if (observed.is !== 'none') return observed;
		if (await key.isDoneByNow()) return { is: 'elsewhere' };
	}
	// The first command may still be under way.
	const failure = keyInUseFailure({ purpose: CREATION_PURPOSE });
	return isOfOtherContent ? { is: 'none' } : { is: 'undecided', failure };
}

/**
 * A key that outlives the execution stands for the same files, but each upload has its own media ID. So if another execution
 * has created the post with its own uploads, the service refuses the key, and the existing post is the result.
 */
async function findWithOtherUploads(
	item: Item,
	creation: Creation,
	refusal: RefusedFailure,
): Promise<Finding> {
	const found = await findPost(item.connection, {
		workspacePath: creation.workspace,
		purpose: CREATION_PURPOSE,
		content: bodyWithPlaceholders(creation),
	});
	if (found.is === 'found') await removeUploads(item, creation);
	// A custom key may have been used for another text.
	if (found.is === 'none' && creation.idempotency.mode !== 'content') return UNDECIDED;
	const sentBefore = (posts: PostList['posts']) => sentBeforeFailure(posts, refusal);
	return found.is === 'none'
		? { is: 'undecided', failure: sentBefore([]) }
		: toFinding(found, sentBefore);
}

/** The post exists with its own files, so the files that were just uploaded are removed. */
async function removeUploads(item: Item, { files }: Creation): Promise<void> {
	const remaining = await removeFiles(item, files);
	if (remaining.length > 0) {
		addHint(item, `The post existed with the same files. ${describeRemaining(remaining)}`);
	}
}
