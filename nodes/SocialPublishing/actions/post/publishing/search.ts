import type { IDataObject } from 'n8n-workflow';

import {
	hasText,
	isSameMedia,
	mayHaveContent,
	statesContent,
	statesOwnTexts,
} from '../../../api/postContent';
import { listPosts, readPosts, toResponse, type PostState } from '../../../api/posts';
import { readPostStatus, type PostLike } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import type { ServiceFailure } from '../../../shared/failure';
import type { Connection } from '../../../transport/connection';
import type { Finding } from '../../../transport/finding';
import { forgottenPostFailure } from './failures';

/** What is known of the post of an item. `none`: it was not created, or it certainly was deleted. */
export type Observed =
	| { is: 'none' }
	| { is: 'found'; state: PostState }
	| { is: 'undecided'; failure: ServiceFailure };

export const NO_POST: Observed = { is: 'none' };

/** For a search that goes on while there is no post. */
export function unlessNone(observed: Observed): Observed | undefined {
	return observed.is === 'none' ? undefined : observed;
}

/** The post as the effect of the command that has created it. */
export function toFinding(observed: Observed): Finding {
	return observed.is === 'found' ? { is: 'found', response: toResponse(observed.state) } : observed;
}

/** The most posts to read one by one if a list does not state their content. With the rate limit, this takes minutes. */
export const MAX_POSTS_READ = 100;

/** What is known of the post that a command may have made. */
export interface PostSearch {
	connection: Connection;
	workspacePath: string;
	/** Completes "Could not …". */
	purpose: string;
	/** The content that the post should have; undefined if that is unknown. */
	content: PostLike | undefined;
	/** The failure if one of these posts may be it. Default: that of a command whose key the service has forgotten. */
	undecided?: (posts: IDataObject[]) => ServiceFailure;
	/** Keeps the posts that are not known to belong to another command. */
	withoutOthers?: PostFilter;
	/** Whether a post that looks like it may belong to another command. */
	isDoubtful?: (post: IDataObject) => Promise<boolean>;
	/** Keeps the posts with a file that was uploaded for the command, whatever their text. */
	withOwnFiles?: PostFilter;
	/**
	 * Keeps the posts with a content that was sent for the command before. It may differ from the current one: a text may
	 * contain the time, or have been corrected since.
	 */
	withSentContent?: PostFilter;
}

type PostFilter = (posts: IDataObject[]) => Promise<IDataObject[]>;

/**
 * Looks for a post in a list. Of the lines of this table, the first that any posts match decides:
 *
 * | Posts with                                     | The only one is certain                                          |
 * | ---------------------------------------------- | ---------------------------------------------------------------- |
 * | a file that was uploaded for the command       | always                                                           |
 * | the content, as far as they state it           | if it states its content, has as many files, and has a text or is |
 * | a content that was sent for the command before | a draft: posts without text differ only in their pictures         |
 *
 * One that may belong to another command is not certain by its content. The list may omit details, so the posts themselves are
 * read before they count.
 *
 * @param listed the list of posts, if it has just been read
 */
export async function findPost(search: PostSearch, listed?: IDataObject[]): Promise<Observed> {
	const { connection, workspacePath, purpose, content } = search;
	const { withoutOthers = all, withOwnFiles = none, withSentContent = none } = search;
	const posts = listed ?? (await listPosts(connection, workspacePath, purpose));
	const own = await read(search, await withoutOthers(await withOwnFiles(posts)));
	if (own.length > 0) return await decide(search, own, async () => true);

	const omitsOwnTexts = !statesOwnTexts(posts);
	const isSimilar = (post: IDataObject) =>
		content !== undefined && mayHaveContent(post, content, omitsOwnTexts);
	const similar = await withoutOthers(posts.filter(isSimilar));
	if (similar.length > MAX_POSTS_READ) return undecided(search, similar);
	const states = await read(search, similar);
	const same = states.filter(({ post }) => content && mayHaveContent(post, content));
	if (same.length > 0) return await decide(search, same);

	// The posts that were read may state details that the list leaves out.
	const known = new Set(similar.map(readRecordId));
	const unread = posts.filter((post) => !known.has(readRecordId(post)));
	const sentBefore = await read(search, await withoutOthers(await withSentContent(unread)));
	const candidates = [...states, ...sentBefore];
	const sent = new Set(await withSentContent(candidates.map(({ post }) => post)));
	return await decide(
		search,
		candidates.filter(({ post }) => sent.has(post)),
	);
}

const all: PostFilter = async (posts) => posts;
const none: PostFilter = async () => [];

/** Reads posts, and leaves out those that turn out to have been deleted or to belong to others. */
async function read(
	{ connection, workspacePath, purpose, withoutOthers = all }: PostSearch,
	posts: IDataObject[],
): Promise<PostState[]> {
	const states = await readPosts(connection, workspacePath, posts, purpose);
	const possible = new Set(await withoutOthers(states.map(({ post }) => post)));
	return states.filter(({ post }) => possible.has(post));
}

async function decide(
	search: PostSearch,
	candidates: PostState[],
	isCertain = isCertainly,
): Promise<Observed> {
	const [only, ...others] = candidates;
	const isAlone = only !== undefined && others.length === 0;
	if (isAlone && (await isCertain(only.post, search))) return { is: 'found', state: only };
	return undecided(
		search,
		candidates.map(({ post }) => post),
	);
}

async function isCertainly(
	post: IDataObject,
	{ content, isDoubtful }: PostSearch,
): Promise<boolean> {
	const hasSameMedia = content === undefined || isSameMedia(post, content);
	if (!statesContent(post) || !hasSameMedia) return false;
	if (!hasText(post) && readPostStatus(post) !== 'draft') return false;
	return (await isDoubtful?.(post)) !== true;
}

/** One of these posts may be it; none if there are none. */
export function undecided(search: PostSearch, posts: IDataObject[]): Observed {
	const { purpose, undecided: failure = (some) => forgottenPostFailure(some, purpose) } = search;
	return posts.length === 0 ? NO_POST : { is: 'undecided', failure: failure(posts) };
}
