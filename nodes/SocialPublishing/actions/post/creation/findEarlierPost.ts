import type { IDataObject } from 'n8n-workflow';

import {
	fingerprint,
	hasText,
	listPosts,
	mayHaveContent,
	MOST_POSTS_READ,
	readPosts,
	statesContent,
} from '../../../api/findPosts';
import type { PostState } from '../../../api/outcome';
import { readPostStatus } from '../../../api/readings/post';
import { readName } from '../../../api/readings/record';
import { describePosts } from '../../../api/records';
import type { Item } from '../../../properties/item';
import type { OnceKey } from '../../../properties/once/onceRun';
import { ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import type { ServiceResponse } from '../../../transport/types';
import { toPostBody } from '../content/postContent';
import type { Creation } from './creation';

export const LOOKUP_PURPOSE = 'look for an earlier post of the item';

/**
 * The post that an earlier run has created for a key that is posted once: the only one with the text and accounts that
 * the item has now or, if there is none, with those that were sent for the key before. Undefined if there is none.
 *
 * @param isRecent it may have been created during this run
 * @throws ServiceFailure that names the posts if it cannot be decided
 */
export async function findEarlierPost(
	item: Item,
	once: OnceKey,
	{ workspace, content, followUp }: Creation,
	{ isRecent }: { isRecent: boolean },
): Promise<ServiceResponse | undefined> {
	const body = toPostBody(content, []);
	const all = isRecent
		? await listPosts(item.connection, workspace, LOOKUP_PURPOSE)
		: await item.once.listPosts(item.connection, workspace, LOOKUP_PURPOSE);
	const posts = all.filter(({ id }) => !once.isPostOfOther(firstText(id)));
	const candidates = await readCandidates(item, workspace, posts, { body, once });
	const [only, ...others] = candidates;
	if (only === undefined) return undefined;
	const { post, etag } = only;
	// Posts without text differ in their pictures only, and each upload of a picture has an ID of its own.
	const isTold = statesContent(post) && (hasText(post) || readPostStatus(post) === 'draft');
	if (others.length > 0 || !isTold || followUp?.isPossible(post) === false) {
		throw undecidedFailure(candidates.map((candidate) => candidate.post));
	}
	once.takeOver(String(post.id));
	return { data: post, etag, headers: {} };
}

/**
 * The posts with the text and accounts of an item or, if there is none, with those that were sent for its key before: a
 * text may contain the time, or have been corrected since.
 */
async function readCandidates(
	item: Item,
	workspace: string,
	posts: IDataObject[],
	{ body, once }: { body: IDataObject; once: OnceKey },
): Promise<PostState[]> {
	const similar = posts.filter((post) => mayHaveContent(post, body));
	const read = await readAll(item, workspace, similar);
	const same = read.filter(({ post }) => mayHaveContent(post, body));
	if (same.length > 0) return same;

	// What the list leaves out, the posts that have been read may tell.
	const stated = [...posts, ...read.map(({ post }) => post)].filter(statesContent);
	const sent = await once.readSent([...new Set(stated.map(fingerprint))]);
	const wasSent = (post: IDataObject) => statesContent(post) && sent.has(fingerprint(post));
	const others = posts.filter((post) => wasSent(post) && !similar.includes(post));
	const all = [...read, ...(await readAll(item, workspace, others))];
	return all.filter(({ post }) => wasSent(post));
}

async function readAll(item: Item, workspace: string, posts: IDataObject[]): Promise<PostState[]> {
	if (posts.length > MOST_POSTS_READ) throw undecidedFailure(posts);
	return await readPosts(item.connection, workspace, posts, LOOKUP_PURPOSE);
}

function undecidedFailure(candidates: IDataObject[]): ServiceFailure {
	const list = describePosts(
		candidates,
		(post) => `${String(post.id)} ("${readName(post)}", ${readPostStatus(post) ?? 'no status'})`,
	);
	return new ServiceFailure(
		'It is not certain whether this item has been posted',
		`An earlier run was interrupted while it posted the item, which may be: ${list}. Nothing was sent. If the item is among them, finish its post yourself; otherwise delete the drafts that are not needed. The next run looks again.`,
	);
}
