import type { IDataObject } from 'n8n-workflow';

import { readPostList, readPosts } from '../../../api/posts';
import { firstText } from '../../../shared/json';
import { toPostBody } from '../content/postContent';
import { findCandidate } from './candidates';
import { bodyWithPlaceholders, type Creation } from './creation';
import { OUT } from './details';
import { LOOKUP_PURPOSE, unlistedPostFailure } from './failures';
import type { ItemKey } from './itemKey';
import { findRecordedPost, recallRecordedPost } from './recordedPosts';
import { NO_POST, unlessNone, type Observed } from './search';
import { lookTwice, type Proof, type ReadList } from './twoReadings';

/** What is known before the search. */
export interface Circumstances {
	/** The post may have been created during this run. */
	isRecent?: boolean;
	/** The service has received the idempotency key with other content. */
	isUsed?: boolean;
	/** The list of this run lacks the recorded post. */
	isUnlisted?: boolean;
}

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
	const read: ReadList = async (pageSize) =>
		circumstances.isRecent && pageSize === undefined
			? await readPostList(connection, workspace, LOOKUP_PURPOSE)
			: await runKeys.listPosts(connection, workspace, LOOKUP_PURPOSE, pageSize);
	const observe = (await key.hasPost()) ? observeRecorded : observeUnrecorded;
	return await observe(key, creation, read, circumstances);
}

/**
 * Looks for the post whose ID was recorded. It counts as deleted only if the service says so of its ID or, if this process
 * does not know the ID, if it was a draft, its creation was recorded over an hour ago, and two steady readings lack it.
 */
async function observeRecorded(
	key: ItemKey,
	creation: Creation | undefined,
	read: ReadList,
	{ isUnlisted }: Circumstances,
): Promise<Observed> {
	const { item, workspace } = key;
	const content = creation === undefined ? {} : bodyWithPlaceholders(creation);
	const look = async (posts: IDataObject[], isAgain: boolean) => {
		const isLacking = isUnlisted && !isAgain;
		const listed = isLacking ? undefined : await findRecordedPost(key, posts, content);
		return listed ?? (await recallRecordedPost(key));
	};
	const { found, isCertain } = await lookTwice(read, look);
	if (found !== undefined) {
		const [state] = await readPosts(item.connection, workspace, [found], LOOKUP_PURPOSE);
		return state === undefined ? NO_POST : { is: 'found', state };
	}
	const isGone = isCertain && !(await key.facts.isCreationNew()) && !(await mayBeOut(key));
	return isGone ? NO_POST : unlisted(key, creation, true);
}

/** Whether the recorded post may be out: then a list may leave it out, but it was not deleted. */
async function mayBeOut({ isInSync, facts }: ItemKey): Promise<boolean> {
	return facts.showLeaving(await facts.readNow(isInSync ? facts.ofLeaving() : [OUT]));
}

/** Looks for a post whose ID could not be recorded. */
async function observeUnrecorded(
	key: ItemKey,
	creation: Creation | undefined,
	read: ReadList,
	{ isUsed = false }: Circumstances,
): Promise<Observed> {
	const look = async (posts: IDataObject[]) =>
		unlessNone(await findCandidate(key, creation, posts, isUsed));
	const proofNeeded = async () =>
		creation === undefined ? 'twoReadings' : await proofOfAbsence(key, isUsed);
	const { found, isCertain } = await lookTwice(read, look, proofNeeded);
	if (found !== undefined) return found;
	// No command follows whose response would show whether the post exists.
	const mayBeLate = creation === undefined && (await key.facts.isCreationNew());
	return isCertain && !mayBeLate ? NO_POST : unlisted(key, creation, false);
}

/** What shows that a further creation for a key makes no second post, although a list lacks a first one. */
async function proofOfAbsence(key: ItemKey, isUsed: boolean): Promise<Proof> {
	if (!isUsed) {
		// While the service knows the idempotency key, it creates no second post with it.
		const isSafe = !(await key.isBegun()) || (await key.facts.isCreationRecent());
		return isSafe ? 'oneReading' : 'twoReadings';
	}
	// The next creation has another key. The service may know this one from a deleted post or from a creation that it refused.
	if (await key.wasDeleted()) return 'oneReading';
	// Another run may have created the post, even at the same time as this one.
	const mayExist = key.wasBegun || (await key.isBegun()) || (await key.hasPost());
	if (!mayExist) return 'oneReading';
	// Lists may not show it yet.
	return (await key.facts.recordUse()) ? 'twoReadings' : 'nothing';
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
