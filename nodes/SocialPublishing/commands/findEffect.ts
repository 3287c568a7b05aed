import type { IDataObject } from 'n8n-workflow';

import {
	fingerprint,
	hasText,
	isSameMedia,
	mayHaveContent,
	statesContent,
	type PostContent,
} from '../api/postContent';
import { readPostStatus } from '../api/readings/post';
import { listPosts, readPosts, type PostState, describePosts } from '../api/posts';
import { type ServiceFailure, UndecidedFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import type { Connection } from '../transport/connection';
import { RefusedFailure, type Finding } from '../transport/errors';

/** Posts that are read one by one where a list does not state what they consist of: the rate limit takes minutes. */
export const MOST_POSTS_READ = 100;

/** The result of a search for the post of a command. `undecided`: at most one of these posts is it. */
export type FoundPost =
	| { is: 'none' }
	| { is: 'found'; state: PostState }
	| { is: 'undecided'; posts: IDataObject[] };

/** The known properties of the post that a command may have made. */
export interface PostSearch {
	workspacePath: string;
	/** As it completes "Could not …". */
	purpose: string;
	content: PostContent;
	/** The list of posts, if it has been read a moment ago. */
	posts?: IDataObject[];
	/** Whether a post certainly belongs to another command. */
	isOther?: (id: string | undefined) => boolean;
	/**
	 * Which of these contents have been sent for the command before, by their fingerprints: a text may contain the time, or
	 * have been corrected since.
	 */
	readSent?: (fingerprints: string[]) => Promise<Set<string>>;
}

/**
 * Looks for the post that a command may have made: the one with the same accounts and nowhere another text. A record that
 * leaves its text or its accounts out counts, because nothing excludes it; it is read by itself.
 *
 * A post is found only where it is the only one, states its content, and either has a text or is still a draft: posts
 * without text differ in their pictures only, and each upload of a picture has an ID of its own.
 */
export async function findPost(connection: Connection, search: PostSearch): Promise<FoundPost> {
	const { workspacePath, purpose, isOther } = search;
	const all = search.posts ?? (await listPosts(connection, workspacePath, purpose));
	const posts = all.filter(({ id }) => isOther?.(firstText(id)) !== true);
	const read: PostReader = async (some) =>
		await readPosts(connection, workspacePath, some, purpose);

	const similar = posts.filter((post) => mayHaveContent(post, search.content));
	if (similar.length > MOST_POSTS_READ) return { is: 'undecided', posts: similar };
	const states = await read(similar);
	const same = states.filter(({ post }) => mayHaveContent(post, search.content));
	if (same.length > 0) return decide(same, search.content);
	return await findSent(search, { posts, states }, read);
}

type PostReader = (posts: IDataObject[]) => Promise<PostState[]>;

/** Looks among the contents that have been sent for the command before. */
async function findSent(
	{ content, readSent }: PostSearch,
	{ posts, states }: { posts: IDataObject[]; states: PostState[] },
	read: PostReader,
): Promise<FoundPost> {
	if (readSent === undefined) return { is: 'none' };
	// What the list leaves out, the posts that have been read may state.
	const stated = [...posts, ...states.map(({ post }) => post)].filter(statesContent);
	const sent = await readSent([...new Set(stated.map(fingerprint))]);
	const wasSent = (post: IDataObject) => statesContent(post) && sent.has(fingerprint(post));
	const known = new Set(states.map(({ post }) => firstText(post.id)));
	const others = posts.filter((post) => wasSent(post) && !known.has(firstText(post.id)));
	if (others.length > MOST_POSTS_READ) return { is: 'undecided', posts: others };
	const all = [...states, ...(await read(others))];
	return decide(
		all.filter(({ post }) => wasSent(post)),
		content,
	);
}

function decide(candidates: PostState[], content: PostContent): FoundPost {
	const [only, ...others] = candidates;
	if (only === undefined) return { is: 'none' };
	const isCertain = others.length === 0 && isCertainly(only.post, content);
	return isCertain
		? { is: 'found', state: only }
		: { is: 'undecided', posts: candidates.map(({ post }) => post) };
}

function isCertainly(post: IDataObject, content: PostContent): boolean {
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
		case 'found': {
			const { post, etag } = found.state;
			return { is: 'found', response: { data: post, etag, headers: {} } };
		}
		case 'undecided':
			return { is: 'undecided', failure: undecided(found.posts) };
	}
}

/** The failure of a command whose key the service has forgotten, and which may have made one of these posts. */
export function forgottenPostFailure(posts: IDataObject[], purpose: string): ServiceFailure {
	const count = posts.length === 1 ? 'this post' : `one of ${posts.length} posts`;
	return new UndecidedFailure(
		`Could not ${purpose}: an earlier attempt may have made ${count}`,
		`More than a day has passed, so the service can no longer say which. It may be: ${describePosts(posts)}. Go on with the right one, or delete those that are not needed and start a new execution.`,
	);
}

/** The failure of a command that an earlier attempt may have carried out. */
export function undecidedFailure({ purpose }: { purpose: string }): ServiceFailure {
	return new UndecidedFailure(
		`Could not ${purpose}: it is not known whether an earlier attempt did`,
		'Check that before you try again.',
	);
}

/** The failure of a command whose keys the service knows with other content, while no post has that content. */
export function keyInUseFailure({ purpose }: { purpose: string }): ServiceFailure {
	const failure = new UndecidedFailure(
		`Could not ${purpose}: the item seems to be posted by another execution`,
		'The service knows the idempotency key of the item, but no post has its text and accounts yet. Nothing was sent twice. The next run looks again.',
	);
	failure.effect = 'unknown';
	return failure;
}

/** Why the effect of a command is uncertain. `json` is the body that was sent, where that is known. */
export type Uncertainty =
	/** Its response was lost, and the service may no longer know its key. */
	| { why: 'forgotten'; json: IDataObject }
	/** Another run may have sent it. */
	| { why: 'otherRun' }
	/** The service has refused it after a lost response, or because it knows the key. */
	| { why: 'refused'; json: IDataObject; refusal: RefusedFailure };
