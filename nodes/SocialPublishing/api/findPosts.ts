import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../shared/json';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readDestinations } from './postRecords';

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

/** Whether a record says what the post consists of: its accounts, and the text for each. Pure. */
export function statesContent(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	const hasText = ({ text }: IDataObject) => (text ?? post.text ?? undefined) !== undefined;
	return destinations.length > 0 && destinations.every(hasText);
}

/** Pure. */
export function mayHaveContent(post: IDataObject, { text, destinations }: PostContent): boolean {
	const wanted = textsByAccount(text, destinations);
	if (Array.isArray(post.destinations)) {
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
	return new Map(list.map(({ account_id, text }) => [firstText(account_id), text ?? shared]));
}

/** A text that a record does not include may be any. Services may trim a text or write its line breaks otherwise. */
function isSameText(actual: unknown, expected: unknown): boolean {
	const text = typeof actual === 'string' ? actual : firstText(actual);
	return text === undefined || normalised(text) === normalised(firstText(expected) ?? '');
}

function normalised(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
