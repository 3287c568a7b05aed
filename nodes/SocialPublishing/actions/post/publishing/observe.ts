import {
	OTHER_PAGE_SIZE,
	readPostList,
	readPosts,
	type PostList,
	type PostState,
} from '../../../api/posts';
import type { ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { toPostBody } from '../content/postContent';
import { findCandidate, findSentPost } from './candidates';
import { bodyWithPlaceholders, type Creation } from './creation';
import { OUT } from './details';
import {
	LOOKUP_PURPOSE,
	uncertainItemFailure,
	uncertainRowFailure,
	unlistedPostFailure,
} from './failures';
import type { ItemKey } from './itemKey';
import { findRecordedPost } from './recordedPosts';
import { lookAgain, lookTwice, type Circumstances, type TwoReadings } from './search';

/**
 * What is known of the post of a key. `none`: it was not created, or it certainly was deleted. `isOutdated`: it is updated to
 * the item before the node continues with it.
 */
export type Observed =
	| { is: 'none' }
	| { is: 'found'; state: PostState; isOutdated?: boolean }
	| { is: 'undecided'; failure: ServiceFailure };

/**
 * Looks for the post of a key: the one whose ID is recorded, otherwise one that looks like it. A list is a hint: what it
 * leaves out is not gone.
 *
 * @param creation undefined for a row that wants no post, or whose content cannot be determined
 */
export async function observePost(
	key: ItemKey,
	creation: Creation | undefined,
	circumstances: Circumstances,
): Promise<Observed> {
	const { item, runKeys, workspace } = key;
	const { connection } = item;
	const readings: TwoReadings = {
		first: circumstances.isRecent
			? await readPostList(connection, workspace, LOOKUP_PURPOSE)
			: await runKeys.listPosts(connection, workspace, LOOKUP_PURPOSE),
		readAgain: async () =>
			await runKeys.listPosts(connection, workspace, LOOKUP_PURPOSE, OTHER_PAGE_SIZE),
	};
	const observe = (await key.hasPost()) ? observeRecorded : observeUnrecorded;
	return await observe(key, creation, readings, circumstances);
}

/**
 * Looks for the post whose ID was recorded. It counts as deleted only if the service says so of its ID or, if this process
 * does not know the ID, if it was a draft, its creation was recorded over an hour ago, and two steady readings lack it.
 */
async function observeRecorded(
	key: ItemKey,
	creation: Creation | undefined,
	readings: TwoReadings,
	{ isUnlisted }: Circumstances,
): Promise<Observed> {
	const { item, workspace } = key;
	const knownPostId = key.runKeys.recallPost(key.ledgerKey);
	const known = knownPostId === undefined ? undefined : { id: knownPostId };
	const content = creation === undefined ? {} : bodyWithPlaceholders(creation);
	const look = async (list: PostList) => {
		const isLacking = isUnlisted && list === readings.first;
		const listed = isLacking ? undefined : await findRecordedPost(key, list.posts, content);
		return listed ?? known;
	};
	const looked = await lookTwice(readings, look);
	if (looked.found !== undefined) {
		const [state] = await readPosts(item.connection, workspace, [looked.found], LOOKUP_PURPOSE);
		return state === undefined ? { is: 'none' } : { is: 'found', state };
	}
	const isSilent = !looked.isSteady || (await key.facts.isCreationNew());
	const isGone = !isSilent && !(await mayBeOut(key));
	return isGone ? { is: 'none' } : unlisted(key, creation, true);
}

/** Whether the recorded post may be out: then a list may leave it out, but it was not deleted. */
async function mayBeOut({ isInSync, facts }: ItemKey): Promise<boolean> {
	return facts.showLeaving(await facts.readNow(isInSync ? facts.ofLeaving() : [OUT]));
}

/**
 * Looks for a post whose ID could not be recorded. While the service knows the idempotency key, it creates no second post with
 * it. Later, or with another key, two steady readings have to lack the post, and it must be so old that lists show it.
 */
async function observeUnrecorded(
	key: ItemKey,
	creation: Creation | undefined,
	readings: TwoReadings,
	circumstances: Circumstances,
): Promise<Observed> {
	const search = async ({ posts }: PostList): Promise<Observed | undefined> => {
		const found =
			creation === undefined
				? await findSentPost(key, posts)
				: await findCandidate(key, creation, posts, circumstances);
		if (found.is !== 'undecided') return found.is === 'none' ? undefined : found;
		const failure = key.isInSync ? uncertainRowFailure : uncertainItemFailure;
		return { is: 'undecided', failure: failure(found.posts) };
	};
	const found = await search(readings.first);
	if (found !== undefined) return found;
	if (creation !== undefined && (await isCreationSafe(key, circumstances))) return { is: 'none' };
	const isListed = creation === undefined || (await isUseListed(key, circumstances));
	const looked = await lookAgain(readings, search);
	if (looked.found !== undefined) return looked.found;
	const isCertain = looked.isSteady && isListed;
	const isSilent = !isCertain || (creation === undefined && (await key.facts.isCreationNew()));
	return isSilent ? unlisted(key, creation, false) : { is: 'none' };
}

/** Whether no second post would be created, even if the list lacks a post of the key. */
async function isCreationSafe(key: ItemKey, { isUsed }: Circumstances): Promise<boolean> {
	// The next creation has another key. The service may know this one from a deleted post or from a creation that it refused.
	if (isUsed && (await key.wasDeleted())) return true;
	// Another run may have created the post, even at the same time as this one.
	if (isUsed) return !(key.wasBegun || (await key.isBegun()) || (await key.hasPost()));
	return !(await key.isBegun()) || (await key.facts.isCreationRecent());
}

/** Whether lists show the post with which the service has known the idempotency key. */
async function isUseListed({ facts }: ItemKey, { isUsed }: Circumstances): Promise<boolean> {
	return !isUsed || (await facts.recordUse());
}

/** The post may exist, although the lists lack it. */
function unlisted(key: ItemKey, creation: Creation | undefined, isRecorded: boolean): Observed {
	const text = creation && firstText(toPostBody(creation.content, []).text);
	const isUnwanted = creation === undefined && !isRecorded;
	const advice = isUnwanted ? ADVICE.unwanted : ADVICE[key.isInSync ? 'row' : 'item'];
	return { is: 'undecided', failure: unlistedPostFailure(key.name, text ?? '', advice) };
}

/** What to do about a post that no list shows. */
const ADVICE = {
	item: 'give the item another key to create it again.',
	row: "enter a new key to create it again. If you know its ID, enter it in 'Post'.",
	unwanted: 'the node will notice within an hour and a half.',
};
