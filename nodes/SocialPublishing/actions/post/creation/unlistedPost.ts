import type { IDataObject } from 'n8n-workflow';

import { CLOCK_TOLERANCE_MS } from '../../../api/postLifecycle';
import { OTHER_PAGE_SIZE, readPostList, readPosts, type PostList } from '../../../api/posts';
import { readCreatedMs } from '../../../api/readings/times';
import {
	findPost,
	forgottenPostFailure,
	MAX_POSTS_READ,
	toFinding,
	type FoundPost,
	type PostSearch,
} from '../../../commands/findEffect';
import { UndecidedFailure, type ServiceFailure } from '../../../shared/failure';
import { firstText } from '../../../shared/json';
import { cutText } from '../../../shared/text/sentences';
import type { Connection } from '../../../transport/connection';
import { NOTHING_FOUND, type Finding } from '../../../transport/finding';
import { MAX_PAGE_SIZE } from '../../../transport/paginate';
import type { OnceKey } from './onceKey';

const LOOKUP_PURPOSE = 'look for an earlier post of the item';

/** The list that lacks the post, and how to look for it in another. */
interface Lists {
	list: PostList;
	inList: (list: PostList) => Promise<IDataObject | undefined>;
}

/**
 * Looks for the recorded post of a key that a list lacks. What a list leaves out is not gone: a post counts as deleted only
 * if the service says so of its ID, or if its ID is unknown, it was a draft, its creation was recorded over an hour ago, and
 * two steady readings with pages of different sizes lack it.
 *
 * @returns `none` if the post was deleted; `unlisted` if that is not certain
 */
export async function findUnlisted(
	connection: Connection,
	workspacePath: string,
	once: OnceKey,
	{ list, inList }: Lists,
): Promise<FoundPost | { is: 'unlisted' }> {
	const { knownPostId } = once;
	if (knownPostId !== undefined) return await readState({ id: knownPostId });
	const again = await once.runKeys.listPostsAgain(connection, workspacePath, LOOKUP_PURPOSE);
	const found = await inList(again);
	if (found !== undefined) return await readState(found);
	const isSilent = !list.isSteady || !again.isSteady || (await once.creations.areNew());
	return isSilent || (await once.mayBeOut()) ? { is: 'unlisted' } : { is: 'none' };

	async function readState(post: IDataObject): Promise<FoundPost> {
		const [state] = await readPosts(connection, workspacePath, [post], LOOKUP_PURPOSE);
		return state === undefined ? { is: 'none' } : { is: 'found', state };
	}
}

/**
 * Looks for the post of a command whose response was lost so long ago that the service may have forgotten its key. It was not
 * made only if two steady readings with pages of different sizes lack it. A post with the same content that is older than the
 * command is that of another one, but its age is a guess, so the search is undecided then.
 *
 * @param sentAtMs when the command was sent, in milliseconds since 1970
 */
export async function findForgottenPost(
	connection: Connection,
	search: PostSearch,
	sentAtMs: number,
): Promise<Finding> {
	const forgotten = (posts: IDataObject[]) => forgottenPostFailure(posts, search.purpose);
	const { workspacePath, purpose, content } = search;
	let areSteady = true;
	for (const pageSize of [MAX_PAGE_SIZE, OTHER_PAGE_SIZE]) {
		const { posts, isSteady } = await readPostList(connection, workspacePath, purpose, pageSize);
		const found = await findPost(connection, { ...search, posts });
		if (found.is === 'found' && isOlder(found.state.post, sentAtMs)) {
			return { is: 'undecided', failure: forgotten([found.state.post]) };
		}
		if (found.is !== 'none') return toFinding(found, forgotten);
		areSteady &&= isSteady;
	}
	if (areSteady) return NOTHING_FOUND;
	const text = firstText(content.text) ?? '';
	return { is: 'undecided', failure: unlistedPostFailure(undefined, text, FORGOTTEN_ADVICE) };
}

/** Whether a post was created before a time, even if the clocks of n8n and the service differ. False if it does not state when. */
function isOlder(post: IDataObject, timeMs: number): boolean {
	const createdMs = readCreatedMs(post);
	return createdMs !== undefined && createdMs < timeMs - CLOCK_TOLERANCE_MS;
}

/** Returns the posts that were not created before a time, if it is known. */
export function withoutOlder(posts: IDataObject[], timeMs: number | undefined): IDataObject[] {
	return timeMs === undefined ? posts : posts.filter((post) => !isOlder(post, timeMs));
}

/** Reads posts that a list shows without their content. Returns them as they are if there are too many. */
export async function readUnclear(
	connection: Connection,
	workspace: string,
	posts: IDataObject[],
): Promise<IDataObject[]> {
	if (posts.length > MAX_POSTS_READ) return posts;
	const states = await readPosts(connection, workspace, posts, LOOKUP_PURPOSE);
	return states.map(({ post }) => post);
}

const FORGOTTEN_ADVICE = 'start a new execution to create it again.';

/**
 * The failure of an item whose post is recorded, but not listed: lists may be late or incomplete, so this does not show that
 * the post was deleted.
 *
 * @param text the first words of the item
 */
export function unlistedPostFailure(
	key: string | undefined,
	text: string,
	advice: string,
): ServiceFailure {
	const words = [
		...(key === undefined ? [] : [`key "${key}"`]),
		...(text === '' ? [] : [`"${cutText(text, 100)}"`]),
	];
	const known = words.length === 0 ? '' : ` (${words.join(', ')})`;
	return new UndecidedFailure(
		'The service does not list the post of this item',
		`An earlier run created the post, or may have done so${known}. The list may be late or incomplete, so the node does not take the post for deleted. Look for it at the service. If it is there, run this again later. If it was deleted, ${advice}`,
	);
}
