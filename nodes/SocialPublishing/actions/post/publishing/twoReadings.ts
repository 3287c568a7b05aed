import type { IDataObject } from 'n8n-workflow';

import { CLOCK_TOLERANCE_MS } from '../../../api/phase';
import { OTHER_PAGE_SIZE, readPostList, type PostList } from '../../../api/posts';
import { readCreatedMs } from '../../../api/readings/times';
import { firstText } from '../../../shared/json';
import { KEY_LIFETIME_MS } from '../../../transport/retry';
import { unlistedPostFailure } from './failures';
import { findPost, NO_POST, unlessNone, type Observed, type PostSearch } from './search';

/** Reads a list, with pages of this size. */
export type ReadList = (pageSize?: number) => Promise<PostList>;

/** What shows that a post which is not found does not exist. */
export type Proof = 'oneReading' | 'twoReadings' | 'nothing';

/**
 * Looks in a list and, if need be, in a second reading with pages of another size: a post may slip between two pages. What both
 * lack is not in the list, unless one of them shifted while it was read.
 *
 * @param proofNeeded called if the first reading lacks what is sought
 * @returns `isCertain`: what was not found does not exist
 */
export async function lookTwice<Found>(
	read: ReadList,
	look: (posts: IDataObject[], isAgain: boolean) => Promise<Found | undefined>,
	proofNeeded: () => Promise<Proof> = async () => 'twoReadings',
): Promise<{ found: Found | undefined; isCertain: boolean }> {
	const first = await read();
	const found = await look(first.posts, false);
	if (found !== undefined) return { found, isCertain: true };
	const proof = await proofNeeded();
	if (proof === 'oneReading') return { found, isCertain: true };
	const second = await read(OTHER_PAGE_SIZE);
	const isCertain = proof === 'twoReadings' && first.isSteady && second.isSteady;
	return { found: await look(second.posts, true), isCertain };
}

/**
 * Looks for the post of a command whose response was lost so long ago that the service may have forgotten its key. It was not
 * made only if two steady readings lack it. A post with the same content that is older than the command, or newer than the last
 * use of the key, is that of another one, but its age is a guess, so the search is undecided then.
 *
 * @param sentAtMs when the command was sent, in milliseconds since 1970
 */
export async function findForgottenPost(
	forgotten: PostSearch,
	sentAtMs: number,
): Promise<Observed> {
	const { connection, workspacePath, purpose, content } = forgotten;
	const isDoubtful = async (post: IDataObject) =>
		isOfOtherTime(post, sentAtMs) || (await forgotten.isDoubtful?.(post)) === true;
	const search = { ...forgotten, isDoubtful };
	const read: ReadList = async (pageSize) =>
		await readPostList(connection, workspacePath, purpose, pageSize);
	const look = async (posts: IDataObject[]) => unlessNone(await findPost(search, posts));
	const { found, isCertain } = await lookTwice(read, look);
	if (found !== undefined) return found;
	if (isCertain) return NO_POST;
	const text = firstText(content?.text) ?? '';
	const failure = unlistedPostFailure(undefined, text, 'start a new execution to create it again.');
	return { is: 'undecided', failure };
}

/** Whether a post was created before a command was first sent, or after its key was used for the last time. */
function isOfOtherTime(post: IDataObject, sentAtMs: number): boolean {
	const lastUseMs = sentAtMs + KEY_LIFETIME_MS;
	const createdMs = readCreatedMs(post) ?? sentAtMs;
	return isOlder(post, sentAtMs) || createdMs > lastUseMs + CLOCK_TOLERANCE_MS;
}

/** Whether a post was created before a time, even if the clocks of n8n and the service differ. False if either is unknown. */
export function isOlder(post: IDataObject, timeMs: number | undefined): boolean {
	const createdMs = readCreatedMs(post);
	if (createdMs === undefined || timeMs === undefined) return false;
	return createdMs < timeMs - CLOCK_TOLERANCE_MS;
}
