import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../shared/json';
import { ServiceFailure } from '../shared/failure';
import { path } from '../transport/address';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readPost } from './changePost';
import type { PostState } from './outcome';
import { readDestinations } from './readings/post';

/** Posts that are read one by one where a list does not state what they consist of: the rate limit takes minutes. */
export const MOST_POSTS_READ = 100;

/** The parts of a post by which it is recognised. */
export interface PostContent {
	text?: unknown;
	destinations?: unknown;
}

/**
 * The posts of a workspace that may have been made of this content: the same accounts, and nowhere another text. A
 * record that leaves its text or its accounts out counts, because nothing excludes it.
 *
 * Reads the whole list, so an empty result means that no such post exists.
 */
export async function findPosts(
	connection: Connection,
	workspacePath: string,
	content: PostContent,
	purpose: string,
): Promise<IDataObject[]> {
	const posts = await listPosts(connection, workspacePath, purpose);
	return posts.filter((post) => mayHaveContent(post, content));
}

/** All posts of a workspace. */
export async function listPosts(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject[]> {
	const path = `${workspacePath}/posts`;
	return await fetchList(connection, { purpose, path, limit: undefined });
}

/** Posts of a list as they are now, because the list may leave out what matters. Those deleted since are left out. */
export async function readPosts(
	connection: Connection,
	workspacePath: string,
	posts: IDataObject[],
	purpose: string,
): Promise<PostState[]> {
	const found: PostState[] = [];
	for (const { id } of posts) {
		const postPath = `${workspacePath}/posts${path(firstText(id) ?? '')}`;
		const current = await readPostIfExists(connection, postPath, purpose);
		if (current !== undefined) found.push(current);
	}
	return found;
}

/** Undefined if the post has been deleted. */
export async function readPostIfExists(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<PostState | undefined> {
	return await readPost(connection, postPath, purpose).catch((error: unknown) => {
		if (error instanceof ServiceFailure && error.facts.status === 404) return undefined;
		throw error;
	});
}

/** Whether a record says what the post consists of: its accounts, and the text for each. Pure. */
export function statesContent(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	const isStated = (destination: IDataObject) =>
		firstText(destination.account_id) !== undefined &&
		textFor(destination, post.text) !== undefined;
	return destinations.length > 0 && destinations.every(isStated);
}

/** Pure. */
export function mayHaveContent(post: IDataObject, { text, destinations }: PostContent): boolean {
	const wanted = textsByAccount(text, destinations);
	const namesAccounts = readDestinations(post).every(({ account_id }) => firstText(account_id));
	if (Array.isArray(post.destinations) && namesAccounts) {
		const actual = textsByAccount(post.text, readDestinations(post));
		if (actual.size !== wanted.size) return false;
		return [...wanted].every(
			([account, expected]) => actual.has(account) && isSameText(actual.get(account), expected),
		);
	}
	return [...wanted.values()].some((expected) => isSameText(post.text, expected));
}

/** The same for the same texts to the same accounts. Pure. */
export function fingerprint({ text, destinations }: PostContent): string {
	const texts = [...textsByAccount(text, destinations)].map(([account, own]) => [
		account,
		normalised(firstText(own) ?? ''),
	]);
	return createHash('sha256').update(JSON.stringify(texts.sort())).digest('base64url').slice(0, 16);
}

function textsByAccount(shared: unknown, destinations: unknown): Map<string | undefined, unknown> {
	const list = Array.isArray(destinations) ? destinations.filter(isRecord) : [];
	return new Map(list.map((each) => [firstText(each.account_id), textFor(each, shared)]));
}

/** Services may write the text of a destination that has none of its own as null or as an empty text. */
function textFor({ text }: IDataObject, shared: unknown): unknown {
	return firstText(text) ?? shared ?? text ?? undefined;
}

/** Whether a post has a text for any of its accounts. Without one, posts differ in their pictures only. Pure. */
export function hasText(post: IDataObject): boolean {
	const texts = readDestinations(post).map((destination) => textFor(destination, post.text));
	return texts.some((text) => typeof text === 'string' && text.trim() !== '');
}

/** A text that a record does not include may be any. Services may trim a text or write its line breaks otherwise. */
function isSameText(actual: unknown, expected: unknown): boolean {
	const text = typeof actual === 'string' ? actual : firstText(actual);
	return text === undefined || normalised(text) === normalised(firstText(expected) ?? '');
}

function normalised(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
