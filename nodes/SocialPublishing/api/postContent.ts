import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord } from '../shared/json';
import { readDestinations } from './readings/post';

/** The parts of a post by which it is recognized. */
export interface ComparableContent {
	text?: unknown;
	destinations?: unknown;
}

/** Whether a record states the content of its post: the accounts, and the text for each. Pure. */
export function statesContent(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	const isStated = (destination: IDataObject) =>
		firstText(destination.account_id) !== undefined &&
		textFor(destination, post.text) !== undefined;
	return destinations.length > 0 && destinations.every(isStated);
}

export function statesAccounts(post: IDataObject): boolean {
	const destinations = readDestinations(post);
	return (
		Array.isArray(post.destinations) &&
		destinations.every(({ account_id }) => firstText(account_id) !== undefined)
	);
}

/** The account IDs of a post, sorted. Pure. */
export function accountsOf({ destinations }: ComparableContent): string[] {
	return [...textsByAccount(undefined, destinations).keys()].map((id) => id ?? '').sort();
}

/** Whether a post may go to the same accounts as the content. Pure. */
export function mayHaveAccounts(
	post: IDataObject,
	{ text, destinations }: ComparableContent,
): boolean {
	const actual = statedTexts(post);
	if (actual === undefined) return true;
	const wanted = textsByAccount(text, destinations);
	return actual.size === wanted.size && [...wanted.keys()].every((account) => actual.has(account));
}

/**
 * Whether a post may have the texts of the content on the same accounts. A detail that it omits may be any. Pure.
 *
 * @param omitsOwnTexts the post is from a list that states no account's own text, although it may have one
 */
export function mayHaveContent(
	post: IDataObject,
	content: ComparableContent,
	omitsOwnTexts = false,
): boolean {
	const wanted = textsByAccount(content.text, content.destinations);
	const actual = statedTexts(post);
	const hasAnyText = [content.text, ...wanted.values()].some((text) => isSameText(post.text, text));
	if (actual === undefined) return hasAnyText;
	const isSame = [...wanted].every(([account, text]) => isSameText(actual.get(account), text));
	return (isSame || (omitsOwnTexts && hasAnyText)) && mayHaveAccounts(post, content);
}

/** Whether a list states for any post which accounts have a text of their own. Pure. */
export function statesOwnTexts(posts: IDataObject[]): boolean {
	return posts.some((post) => readDestinations(post).some(({ text }) => text !== undefined));
}

/** The texts of a post by account; undefined if it does not state its accounts. */
function statedTexts(post: IDataObject): Map<string | undefined, unknown> | undefined {
	if (!statesAccounts(post)) return undefined;
	return textsByAccount(post.text, readDestinations(post));
}

/** Equal for posts with the same texts for the same accounts. Pure. */
export function fingerprint({ text, destinations }: ComparableContent): string {
	const texts = [...textsByAccount(text, destinations)].map(([account, own]) => [
		account,
		normalized(firstText(own) ?? ''),
	]);
	return createHash('sha256').update(JSON.stringify(texts.sort())).digest('base64url').slice(0, 16);
}

function textsByAccount(shared: unknown, destinations: unknown): Map<string | undefined, unknown> {
	const list = Array.isArray(destinations) ? destinations.filter(isRecord) : [];
	return new Map(list.map((each) => [firstText(each.account_id), textFor(each, shared)]));
}

/** A destination without a text of its own may have none, null or an empty text. */
export function textFor({ text }: IDataObject, shared: unknown): unknown {
	return firstText(text) ?? shared ?? text ?? undefined;
}

/** Whether a post has a text for any of its accounts. Without one, posts differ only in their pictures. Pure. */
export function hasText(post: IDataObject): boolean {
	const texts = readDestinations(post).map((destination) => textFor(destination, post.text));
	return texts.some((text) => typeof text === 'string' && text.trim() !== '');
}

/** A text that is missing from a record may be any. The service may trim texts and change their line breaks. */
function isSameText(actual: unknown, expected: unknown): boolean {
	const text = typeof actual === 'string' ? actual : firstText(actual);
	return text === undefined || normalized(text) === normalized(firstText(expected) ?? '');
}

function normalized(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

/** Whether a post has as many files for each account as the content. Accounts whose files are not stated pass. Pure. */
export function isSameMedia(post: IDataObject, { destinations }: ComparableContent): boolean {
	const wanted = new Map(
		(Array.isArray(destinations) ? destinations.filter(isRecord) : []).map((each) => [
			firstText(each.account_id),
			countMedia(each),
		]),
	);
	return readDestinations(post).every((destination) => {
		const count = wanted.get(firstText(destination.account_id));
		// The item's accounts have been corrected since, so there is nothing to compare.
		if (count === undefined || !Array.isArray(destination.media_ids)) return true;
		return countMedia(destination) === count;
	});
}

function countMedia({ media_ids }: IDataObject): number {
	return Array.isArray(media_ids) ? media_ids.length : 0;
}
