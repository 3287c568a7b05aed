import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { readContent, type Content } from './readings/content';
import type { PostLike } from './readings/post';

/** Whether a record states the content of its post: the accounts, and the text for each. Pure. */
export function statesContent(post: IDataObject): boolean {
	const content = readContent(post);
	const isStated = content.destinations.every(({ text }) => text !== undefined);
	return content.destinations.length > 0 && isStated && statesAccountsIn(content);
}

export function statesAccounts(post: IDataObject): boolean {
	return statesAccountsIn(readContent(post));
}

function statesAccountsIn({ listsDestinations, destinations }: Content): boolean {
	return listsDestinations && destinations.every(({ accountId }) => accountId !== undefined);
}

/** The account IDs of a post, sorted. Pure. */
export function accountsOf(post: PostLike): string[] {
	return [...textsByAccount(readContent(post)).keys()].sort();
}

/** Whether a post may go to the same accounts as the content. Pure. */
export function mayHaveAccounts(post: IDataObject, wanted: PostLike): boolean {
	const actual = readContent(post);
	return (
		!statesAccountsIn(actual) ||
		hasSameKeys(textsByAccount(actual), textsByAccount(readContent(wanted)))
	);
}

function hasSameKeys(a: Map<string, unknown>, b: Map<string, unknown>): boolean {
	return a.size === b.size && [...a.keys()].every((key) => b.has(key));
}

/**
 * Whether a post may have the texts of the content on the same accounts. A detail that it omits may be any. Pure.
 *
 * @param omitsOwnTexts the post is from a list that states no account's own text, although it may have one
 */
export function mayHaveContent(
	post: IDataObject,
	wanted: PostLike,
	omitsOwnTexts = false,
): boolean {
	const [actual, content] = [readContent(post), readContent(wanted)];
	const texts = textsByAccount(content);
	const hasAnyText = [content.text, ...texts.values()].some((text) =>
		isSameText(actual.text, text),
	);
	if (!statesAccountsIn(actual)) return hasAnyText;
	const own = textsByAccount(actual);
	const isSame = [...texts].every(([account, text]) => isSameText(own.get(account), text));
	return (isSame || (omitsOwnTexts && hasAnyText)) && hasSameKeys(own, texts);
}

/** Whether a list states for any post which accounts have a text of their own. Pure. */
export function statesOwnTexts(posts: IDataObject[]): boolean {
	return posts.some((post) =>
		readContent(post).destinations.some(({ ownText }) => ownText !== undefined),
	);
}

/** Equal for posts with the same texts for the same accounts. Pure. */
export function fingerprint(post: PostLike): string {
	const texts = [...textsByAccount(readContent(post))].map(([account, text]) => [
		account,
		normalized(text ?? ''),
	]);
	return createHash('sha256').update(JSON.stringify(texts.sort())).digest('base64url').slice(0, 16);
}

function textsByAccount({ destinations }: Content): Map<string, string | undefined> {
	return new Map(destinations.map(({ accountId = '', text }) => [accountId, text]));
}

/** Whether a post has a text for any of its accounts. Without one, posts differ only in their pictures. Pure. */
export function hasText(post: IDataObject): boolean {
	return readContent(post).destinations.some(({ text = '' }) => text.trim() !== '');
}

/** A text that is missing from a record may be any. The service may trim texts, compose accents and change line breaks. */
function isSameText(actual: string | undefined, expected = ''): boolean {
	return actual === undefined || normalized(actual) === normalized(expected);
}

function normalized(text: string): string {
	return text.normalize().replace(/\s+/g, ' ').trim();
}

/** Whether a post has as many files for each account as the content. One that states no files has none. Pure. */
export function isSameMedia(post: IDataObject, wanted: PostLike): boolean {
	const counts = new Map(
		readContent(wanted).destinations.map(({ accountId, mediaIds }) => [accountId, mediaIds.length]),
	);
	return readContent(post).destinations.every(({ accountId, mediaIds }) => {
		const count = counts.get(accountId);
		// The item's accounts have been corrected since, so there is nothing to compare.
		return count === undefined || mediaIds.length === count;
	});
}
