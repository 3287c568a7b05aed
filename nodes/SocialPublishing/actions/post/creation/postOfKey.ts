import type { IDataObject } from 'n8n-workflow';

import { idempotencyKey } from '../../../commands/key';
import { asFlag, processMemory } from '../../../commands/processMemory';
import type { Connection } from '../../../transport/connection';
import { mayHaveAccounts, statesContent } from '../../../api/postContent';
import { readPostList, readPosts, type PostList } from '../../../api/posts';
import { findPost, toFinding, type FoundPost, type PostSearch } from '../../../commands/findEffect';
import type { Item } from '../../../properties/item';
import { firstText } from '../../../shared/json';
import type { Finding } from '../../../transport/finding';
import { toPostBody } from '../content/postContent';
import {
	bodyWithPlaceholders,
	uncertainItemFailure,
	uncertainRowFailure,
	type Creation,
} from './creation';
import { adoptPost } from './adoptPost';
import type { OnceKey } from './onceKey';
import { findUnlisted, readUnclear, unlistedPostFailure, withoutOlder } from './unlistedPost';

const LOOKUP_PURPOSE = 'look for an earlier post of the item';

/** When the post of a key may have been created. */
interface Circumstances {
	/** It may have been created during this run. */
	isRecent: boolean;
	/** The service has received the idempotency key with other content. */
	isUsed?: boolean;
}

/** Creations that the service has refused because it received the key with other content. It would refuse them again. */
const refusedCreations = processMemory('refused creation', asFlag);

export function rememberRefused({ connection }: Item, creation: Creation): void {
	refusedCreations.remember(identityOf(connection, creation), true);
}

function identityOf({ baseUrl }: Connection, creation: Creation): unknown[] {
	const { command, idempotency } = creation;
	return [baseUrl, idempotencyKey(idempotency, command), bodyWithPlaceholders(creation)];
}

/** Looks for the post of a key that is posted once, and decides whether the node can continue with it. */
export async function findPostOfKey(
	item: Item,
	creation: Creation,
	once: OnceKey,
	circumstances: Circumstances,
): Promise<Finding> {
	const { connection } = item;
	const { workspace } = creation;
	const list = circumstances.isRecent
		? await readPostList(connection, workspace, LOOKUP_PURPOSE)
		: await once.runKeys.listPosts(connection, workspace, LOOKUP_PURPOSE);
	const found = (await once.hasPost())
		? await findRecorded(item, creation, once, list)
		: await findInLists(item, creation, once, list, circumstances);
	if (found.is === 'unlisted') {
		const text = firstText(toPostBody(creation.content, []).text) ?? '';
		return { is: 'undecided', failure: unlistedPostFailure(once.name, text, UNLISTED_ADVICE) };
	}
	const failure =
		found.is === 'found' ? await adoptPost(creation, once, found.state.post) : undefined;
	return failure === undefined
		? toFinding(found, once.isKeptInSync ? uncertainRowFailure : uncertainItemFailure)
		: { is: 'undecided', failure };
}

const UNLISTED_ADVICE = 'give the item another key to create it again.';

/** Looks for the post whose ID was recorded. */
async function findRecorded(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	list: PostList,
): Promise<FoundPost | { is: 'unlisted' }> {
	const { workspace } = creation;
	const inList = async ({ posts }: PostList) =>
		await once.findRecorded(posts, bodyWithPlaceholders(creation));
	const recorded = await inList(list);
	if (recorded === undefined) {
		return await findUnlisted(connection, workspace, once, { list, inList });
	}
	const [state] = await readPosts(connection, workspace, [recorded], LOOKUP_PURPOSE);
	return state === undefined ? { is: 'none' } : { is: 'found', state };
}

/**
 * Looks for a post whose ID could not be recorded. While the service knows the idempotency key, it creates no second post with
 * it. Later, or with another key, one reading of the list is no evidence: a post may have slipped between two pages, or be so
 * new that the list does not show it yet.
 */
async function findInLists(
	item: Item,
	creation: Creation,
	once: OnceKey,
	list: PostList,
	circumstances: Circumstances,
): Promise<FoundPost | { is: 'unlisted' }> {
	const search = async ({ posts }: PostList) =>
		await findUnrecorded(item, creation, once, { posts, ...circumstances });
	const found = await search(list);
	if (found.is !== 'none' || (await isEnough(once, circumstances))) return found;
	const isListed = circumstances.isUsed !== true || (await once.creations.recordUse());
	const { connection } = item;
	const again = await once.runKeys.listPostsAgain(connection, creation.workspace, LOOKUP_PURPOSE);
	const foundAgain = await search(again);
	if (foundAgain.is !== 'none') return foundAgain;
	const isCertain = list.isSteady && again.isSteady && isListed;
	return isCertain ? foundAgain : { is: 'unlisted' };
}

/** Whether nothing happens if the list lacks a post of the key. */
async function isEnough(once: OnceKey, { isUsed }: Circumstances): Promise<boolean> {
	// The next creation has another key. The service may know this one from a deleted post or from a creation that it refused.
	if (isUsed) return (await once.wasDeleted()) || !(await once.isBegunElsewhere());
	return !(await once.isBegun()) || (await once.creations.areRecent());
}

/**
 * Looks for a post whose ID could not be recorded: one with the current text and accounts of the item or, if there is none,
 * with those that were sent for the key before. Somebody may have edited it since. Within a day, the service knows the
 * idempotency key, so its response shows whether the post exists. Later, any post with these accounts may be the one, unless
 * it belongs to another key.
 */
async function findUnrecorded(
	{ connection }: Item,
	creation: Creation,
	once: OnceKey,
	{ posts, isUsed }: Circumstances & { posts: IDataObject[] },
): Promise<FoundPost> {
	const { workspace } = creation;
	const content = bodyWithPlaceholders(creation);
	const isRefused = isUsed || refusedCreations.recall(identityOf(connection, creation)) === true;
	/** Whether the service would respond to another creation with the post of the first, if there is one. */
	const isKeyKnown = async () => !isRefused && (await once.creations.areRecent());
	let firstCreation: Promise<number | undefined> | undefined;
	const firstCreationMs = async () => await (firstCreation ??= once.creations.firstMs());
	const isOther = (id: string | undefined) => once.isPostOfOther(id);
	const search: PostSearch = {
		workspacePath: workspace,
		purpose: LOOKUP_PURPOSE,
		content,
		posts,
		isOther,
		// Items may have the same content, so the post of another item may look like that of this one.
		withoutOthers: async (some) => {
			const possible = await once.runKeys.filterPossiblePosts(some, once.key);
			return possible.length > 0 && (await isKeyKnown())
				? withoutOlder(possible, await firstCreationMs())
				: possible;
		},
		readSent: async (fingerprints) => await once.readSent(fingerprints),
	};
	const found = await findPost(connection, search);
	if (found.is === 'found') {
		const { post } = found.state;
		if (withoutOlder([post], await firstCreationMs()).length > 0) return found;
		// Its age is a guess: unless the service still knows the key, nothing is sent again because of it.
		return (await isKeyKnown()) ? { is: 'none' } : { is: 'undecided', posts: [post] };
	}
	if (found.is !== 'none') return found;
	// Another execution may have begun the key since this run has read its state, so that is no evidence.
	const own = isUsed ? await findByOwnFiles(connection, creation, once, posts) : found;
	if (own.is !== 'none' || !(await once.isBegun())) return own;
	if (await isKeyKnown()) return found;
	const others = posts.filter(({ id }) => !isOther(firstText(id)));
	const sent = new Set(await once.filterBySentAccounts?.(others));
	const similar = others.filter((post) => sent.has(post) || mayHaveAccounts(post, content));
	const unclaimed = await once.runKeys.filterUnclaimed(similar, once.key);
	const isClear = (post: IDataObject) => sent.has(post) || statesContent(post);
	const unclear = unclaimed.filter((post) => !isClear(post));
	const read = await readUnclear(connection, workspace, unclear);
	// A post may show that it was sent for the key where the list does not.
	const foundRead = await findPost(connection, { ...search, posts: read });
	if (foundRead.is !== 'none') return foundRead;
	const sentRead = new Set(await once.filterBySentAccounts?.(read));
	const candidates = [
		...unclaimed.filter(isClear),
		...read.filter((post) => sentRead.has(post) || mayHaveAccounts(post, content)),
	];
	return candidates.length === 0 ? found : { is: 'undecided', posts: candidates };
}

/** Looks for a post with a file that was uploaded for the key. Its text may differ: services normalize texts. */
async function findByOwnFiles(
	connection: Connection,
	{ workspace }: Creation,
	once: OnceKey,
	posts: IDataObject[],
): Promise<FoundPost> {
	const own = (await once.filterByOwnFiles?.(posts)) ?? [];
	if (own.length > 1) return { is: 'undecided', posts: own };
	const [state] = await readPosts(connection, workspace, own, LOOKUP_PURPOSE);
	return state === undefined ? { is: 'none' } : { is: 'found', state };
}
