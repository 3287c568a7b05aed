import type { IDataObject } from 'n8n-workflow';

import {
	fingerprint,
	hasText,
	isSameMedia,
	mayHaveContent,
	statesContent,
	statesOwnTexts,
} from '../api/postContent';
import { readPostStatus, type PostLike } from '../api/readings/post';
import { describePosts, listPosts, readPosts, toResponse, type PostState } from '../api/posts';
import { readRecordId } from '../api/readings/record';
import { type ServiceFailure, UndecidedFailure } from '../shared/failure';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import type { Finding } from '../transport/finding';

/** The most posts to read one by one if a list does not state their content. With the rate limit, this takes minutes. */
export const MAX_POSTS_READ = 100;

/** The result of a search for the post of a command. `undecided`: at most one of these posts is it. */
export type FoundPost =
	| { is: 'none' }
	| { is: 'found'; state: PostState }
	| { is: 'undecided'; posts: IDataObject[] };

/** The known properties of the post that a command may have made. */
export interface PostSearch {
	workspacePath: string;
	/** Completes "Could not …". */
	purpose: string;
	content: PostLike;
	/** The list of posts, if it has just been read. */
	posts?: IDataObject[];
	/** Whether a post certainly belongs to another command. */
	isOther?: (id: string | undefined) => boolean;
	/** Returns those of the possible posts that are not known to belong to another command. */
	withoutOthers?: (posts: IDataObject[]) => Promise<IDataObject[]>;
	/**
	 * Returns the fingerprints of those contents that were sent for the command before. They may differ from the current
	 * content: a text may contain the time, or have been corrected since.
	 */
	readSent?: (fingerprints: string[]) => Promise<Set<string>>;
}

/**
 * Looks for the post that a command may have made: one with the same accounts and without a different text. A record that
 * lacks its text or its accounts may be that of the post, so the post itself is read. So is a post with the same shared text
 * if the list states no account's own text.
 *
 * The post is found only if it is the only candidate, states its content, and either has a text or is still a draft: posts
 * without text differ only in their pictures, and each upload of a picture has its own ID.
 */
export async function findPost(connection: Connection, search: PostSearch): Promise<FoundPost> {
	const { workspacePath, purpose, isOther, withoutOthers = asTheyAre } = search;
	const all = search.posts ?? (await listPosts(connection, workspacePath, purpose));
	const posts = all.filter((post) => isOther?.(readRecordId(post)) !== true);
	const read: PostReader = async (some) =>
		await readPosts(connection, workspacePath, some, purpose);

	const omitsOwnTexts = !statesOwnTexts(all);
	const isSimilar = (post: IDataObject) => mayHaveContent(post, search.content, omitsOwnTexts);
	const similar = await withoutOthers(posts.filter(isSimilar));
	if (similar.length > MAX_POSTS_READ) return { is: 'undecided', posts: similar };
	const states = await read(similar);
	const same = states.filter(({ post }) => mayHaveContent(post, search.content));
	if (same.length > 0) return decide(same, search.content);
	return await findSent(search, { posts, states }, read);
}

async function asTheyAre(posts: IDataObject[]): Promise<IDataObject[]> {
	return posts;
}

type PostReader = (posts: IDataObject[]) => Promise<PostState[]>;

/** Looks for a post with a content that was sent for the command before. */
async function findSent(
	{ content, readSent, withoutOthers = asTheyAre }: PostSearch,
	{ posts, states }: { posts: IDataObject[]; states: PostState[] },
	read: PostReader,
): Promise<FoundPost> {
	if (readSent === undefined) return { is: 'none' };
	// The posts that were read may state details that the list leaves out.
	const stated = [...posts, ...states.map(({ post }) => post)].filter(statesContent);
	const sent = await readSent([...new Set(stated.map(fingerprint))]);
	const wasSent = (post: IDataObject) => statesContent(post) && sent.has(fingerprint(post));
	const known = new Set(states.map(({ post }) => readRecordId(post)));
	const others = await withoutOthers(
		posts.filter((post) => wasSent(post) && !known.has(readRecordId(post))),
	);
	if (others.length > MAX_POSTS_READ) return { is: 'undecided', posts: others };
	const all = [...states, ...(await read(others))];
	return decide(
		all.filter(({ post }) => wasSent(post)),
		content,
	);
}

function decide(candidates: PostState[], content: PostLike): FoundPost {
	const [only, ...others] = candidates;
	if (only === undefined) return { is: 'none' };
	const isCertain = others.length === 0 && isCertainly(only.post, content);
	return isCertain
		? { is: 'found', state: only }
		: { is: 'undecided', posts: candidates.map(({ post }) => post) };
}

function isCertainly(post: IDataObject, content: PostLike): boolean {
	if (!statesContent(post) || !isSameMedia(post, content)) return false;
	return hasText(post) || readPostStatus(post) === 'draft';
}

/** Turns the search for a post into one for the effect of the command that may have made it. */
export function toFinding(
	found: FoundPost,
	undecided: (posts: IDataObject[]) => ServiceFailure,
): Finding {
	switch (found.is) {
		case 'none':
			return found;
		case 'found':
			return { is: 'found', response: toResponse(found.state) };
		case 'undecided':
			return { is: 'undecided', failure: undecided(found.posts) };
	}
}

/** The failure of a command whose key the service has forgotten, and which may have made one of these posts. */
export function forgottenPostFailure(posts: IDataObject[], purpose: string): ServiceFailure {
	const count = posts.length === 1 ? 'this post' : `one of ${posts.length} posts`;
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have created ${count}`,
		`More than a day has passed, so the service no longer knows the result. Possible posts: ${describePosts(posts)}. Continue with the right one, or delete those that you do not need and start a new execution.`,
	);
}

/**
 * The failure of a command that an earlier attempt may have carried out.
 *
 * @param state describes the post that it applies to, in sentences
 */
export function undecidedFailure({ purpose }: { purpose: string }, state?: string): ServiceFailure {
	const check = 'Check whether it took effect before you try again.';
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have taken effect`,
		state === undefined ? check : `${state} ${check}`,
	);
}

/** The failure of a command whose keys the service knows with other content, while no post has that content. */
export function keyInUseFailure({ purpose }: { purpose: string }): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${purpose}: another execution seems to be posting the item`,
		'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
		{},
		{ effect: 'unknown' },
	);
}

/** Why the effect of a command is uncertain. `json` is the body that was sent, if known. */
export type Uncertainty =
	/** Its response was lost, and the service may no longer know its key. It was sent at this time, in ms since 1970. */
	| { why: 'forgotten'; json: IDataObject; sentAtMs: number }
	/** Another run may have sent it. */
	| { why: 'otherRun' }
	/** The service has refused it after a lost response, or because it knows the key. */
	| { why: 'refused'; json: IDataObject; refusal: RefusedFailure };
