import type { IDataObject } from 'n8n-workflow';

import { mayHaveAccounts, statesContent } from '../../../api/postContent';
import { readPosts } from '../../../api/posts';
import { idempotencyKey } from '../../../commands/key';
import { ProcessMemory } from '../../../commands/processMemory';
import { bodyWithPlaceholders, type Creation } from './creation';
import { LOOKUP_PURPOSE, uncertainItemFailure, uncertainRowFailure } from './failures';
import type { ItemKey } from './itemKey';
import { withOwnFiles, withoutOthers, withSentAccounts, withSentContent } from './recordedPosts';
import {
	findPost,
	MAX_POSTS_READ,
	NO_POST,
	undecided,
	type Observed,
	type PostSearch,
} from './search';
import { isOlder } from './twoReadings';

/** Creations that the service has refused because it received the key with other content. It would refuse them again. */
const refusedCreations = new ProcessMemory<true>();

export function rememberRefused(key: ItemKey, creation: Creation): void {
	refusedCreations.remember(identityOf(key, creation), true);
}

function wasRefused(key: ItemKey, creation: Creation): boolean {
	return refusedCreations.recall(identityOf(key, creation)) === true;
}

function identityOf({ item }: ItemKey, creation: Creation): unknown[] {
	const { command, idempotency } = creation;
	const body = bodyWithPlaceholders(creation);
	return [item.connection.baseUrl, idempotencyKey(idempotency, command), body];
}

/**
 * Looks for the post of a key whose ID could not be recorded. Somebody may have edited it since. Within a day, the service knows
 * the idempotency key, so its response shows whether the post exists. Later, any post with the accounts of the item may be the
 * one, unless it belongs to another key.
 *
 * @param creation undefined if only what was sent before is known: then no command follows whose response would show anything
 * @param posts those of a list
 * @param isUsed the service has received the idempotency key with other content
 */
export async function findCandidate(
	key: ItemKey,
	creation: Creation | undefined,
	posts: IDataObject[],
	isUsed: boolean,
): Promise<Observed> {
	const isRefused = isUsed || (creation !== undefined && wasRefused(key, creation));
	/** Whether the service would respond to another creation with the post of the first, if there is one. */
	const isKeyKnown = async () => !isRefused && (await key.facts.isCreationRecent());
	const search = searchOf(key, creation, isKeyKnown);
	const observed = await findPost(search, posts);
	if (observed.is !== 'none') return observed;
	// Another execution may have begun the key since this run has read its state, so that is no evidence.
	const isDecided = creation !== undefined && (!(await key.isBegun()) || (await isKeyKnown()));
	return isDecided ? NO_POST : await findByAccounts(key, search, posts);
}

function searchOf(
	key: ItemKey,
	creation: Creation | undefined,
	isKeyKnown: () => Promise<boolean>,
): PostSearch {
	let firstCreation: Promise<number | undefined> | undefined;
	const firstCreationMs = async () => await (firstCreation ??= key.facts.firstCreationMs());
	return {
		connection: key.item.connection,
		workspacePath: key.workspace,
		purpose: LOOKUP_PURPOSE,
		content: creation && bodyWithPlaceholders(creation),
		undecided: key.isInSync ? uncertainRowFailure : uncertainItemFailure,
		// The age of a post is a guess: unless the service still knows the key, nothing is sent again because of it.
		withoutOthers: async (posts) => {
			const possible = await withoutOthers(key, posts);
			if (possible.length === 0 || !(await isKeyKnown())) return possible;
			const firstMs = await firstCreationMs();
			return possible.filter((post) => !isOlder(post, firstMs));
		},
		isDoubtful: async (post) => isOlder(post, await firstCreationMs()),
		withOwnFiles: async (posts) => await withOwnFiles(key, posts),
		withSentContent: async (posts) => await withSentContent(key, posts),
	};
}

/** Looks for posts with the accounts of the item, as they are now or were sent before. Any of them may be its post. */
async function findByAccounts(
	key: ItemKey,
	search: PostSearch,
	posts: IDataObject[],
): Promise<Observed> {
	const { content } = search;
	const sent = new Set(await withSentAccounts(key, posts));
	const hasAccounts = (post: IDataObject) => sent.has(post) || mayHaveAccounts(post, content ?? {});
	// Without the content of the item, any post may show that it was sent for the key.
	const isForAny = content === undefined;
	const possible = await withoutOthers(key, isForAny ? posts : posts.filter(hasAccounts));
	const isClear = (post: IDataObject) => statesContent(post) || (!isForAny && sent.has(post));
	const unclear = possible.filter((post) => !isClear(post));
	const read = await readUnlessMany(key, unclear);
	const observed = await findPost(search, read);
	if (observed.is !== 'none') return observed;
	for (const post of await withSentAccounts(key, read)) sent.add(post);
	return undecided(search, [...possible.filter(isClear), ...read].filter(hasAccounts));
}

/** Reads posts that a list shows without their content. Returns them as they are if there are too many. */
async function readUnlessMany(
	{ item, workspace }: ItemKey,
	posts: IDataObject[],
): Promise<IDataObject[]> {
	if (posts.length > MAX_POSTS_READ) return posts;
	const states = await readPosts(item.connection, workspace, posts, LOOKUP_PURPOSE);
	return states.map(({ post }) => post);
}
