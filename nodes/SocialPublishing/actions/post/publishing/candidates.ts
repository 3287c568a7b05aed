import type { IDataObject } from 'n8n-workflow';

import {
	fingerprint,
	mayHaveAccounts,
	statesAccounts,
	statesContent,
} from '../../../api/postContent';
import { readPosts } from '../../../api/posts';
import {
	findPost,
	MAX_POSTS_READ,
	type FoundPost,
	type PostSearch,
} from '../../../commands/findEffect';
import { idempotencyKey } from '../../../commands/key';
import { ProcessMemory } from '../../../commands/processMemory';
import { bodyWithPlaceholders, type Creation } from './creation';
import { LOOKUP_PURPOSE } from './failures';
import type { ItemKey } from './itemKey';
import { readSent, withOwnFiles, withoutOthers, withSentAccounts } from './recordedPosts';
import { isOlder, type Circumstances } from './search';

/** Creations that the service has refused because it received the key with other content. It would refuse them again. */
const refusedCreations = new ProcessMemory<true>();

export function rememberRefused(key: ItemKey, creation: Creation): void {
	refusedCreations.remember(identityOf(key, creation), true);
}

function identityOf({ item }: ItemKey, creation: Creation): unknown[] {
	const { command, idempotency } = creation;
	const body = bodyWithPlaceholders(creation);
	return [item.connection.baseUrl, idempotencyKey(idempotency, command), body];
}

/**
 * Looks for a post whose ID could not be recorded: one with a file that was uploaded for the key, or with the current text and
 * accounts of the item or, if there is none, with those that were sent for the key before. Somebody may have edited it since.
 * Within a day, the service knows the idempotency key, so its response shows whether the post exists. Later, any post with
 * these accounts may be the one, unless it belongs to another key.
 *
 * @param posts those of a list
 */
export async function findCandidate(
	key: ItemKey,
	creation: Creation,
	posts: IDataObject[],
	{ isUsed }: Circumstances,
): Promise<FoundPost> {
	const { facts, runKeys } = key;
	const { connection } = key.item;
	const ofFiles = key.isInSync ? await findByOwnFiles(key, posts) : NONE;
	if (ofFiles.is !== 'none') return ofFiles;
	const content = bodyWithPlaceholders(creation);
	const isRefused = isUsed || refusedCreations.recall(identityOf(key, creation)) === true;
	/** Whether the service would respond to another creation with the post of the first, if there is one. */
	const isKeyKnown = async () => !isRefused && (await facts.isCreationRecent());
	let firstCreation: Promise<number | undefined> | undefined;
	const firstCreationMs = async () => await (firstCreation ??= facts.firstCreationMs());
	const search: PostSearch = {
		workspacePath: key.workspace,
		purpose: LOOKUP_PURPOSE,
		content,
		posts,
		isOther: (id) => runKeys.isPostOfOther(id, key.ledgerKey),
		// Items may have the same content, so the post of another item may look like that of this one.
		withoutOthers: async (some) => {
			const possible = await runKeys.filterPossiblePosts(some, key.ledgerKey);
			return possible.length > 0 && (await isKeyKnown())
				? withoutOlder(possible, await firstCreationMs())
				: possible;
		},
		readSent: async (fingerprints) => await readSent(key, fingerprints),
	};
	const found = await findPost(connection, search);
	if (found.is === 'found') {
		const { post } = found.state;
		if (withoutOlder([post], await firstCreationMs()).length > 0) return found;
		// Its age is a guess: unless the service still knows the key, nothing is sent again because of it.
		return (await isKeyKnown()) ? NONE : { is: 'undecided', posts: [post] };
	}
	// Another execution may have begun the key since this run has read its state, so that is no evidence.
	if (found.is !== 'none' || !(await key.isBegun()) || (await isKeyKnown())) return found;
	const others = withoutOthers(key, posts);
	const sent = new Set(await withSentAccounts(key, others));
	const similar = others.filter((post) => sent.has(post) || mayHaveAccounts(post, content));
	const unclaimed = await runKeys.filterUnclaimed(similar, key.ledgerKey);
	const isClear = (post: IDataObject) => sent.has(post) || statesContent(post);
	const read = await readUnclear(
		key,
		unclaimed.filter((post) => !isClear(post)),
	);
	// A post may show that it was sent for the key where the list does not.
	const foundRead = await findPost(connection, { ...search, posts: read });
	if (foundRead.is !== 'none') return foundRead;
	const sentRead = new Set(await withSentAccounts(key, read));
	return asCandidates([
		...unclaimed.filter(isClear),
		...read.filter((post) => sentRead.has(post) || mayHaveAccounts(post, content)),
	]);
}

/** A service may normalize the text of a post, so its text may differ. */
async function findByOwnFiles(key: ItemKey, posts: IDataObject[]): Promise<FoundPost> {
	const unclaimed = await key.runKeys.filterUnclaimed(posts, key.ledgerKey);
	const own = await withOwnFiles(key, unclaimed);
	return own.length === 0 ? NONE : await findSingle(key, own, unclaimed);
}

/**
 * Looks for a post that was sent for a key whose row wants no post, or none that can be determined. No command is sent whose
 * response would show whether it exists.
 *
 * @param posts those of a list
 */
export async function findSentPost(key: ItemKey, posts: IDataObject[]): Promise<FoundPost> {
	const unclaimed = await key.runKeys.filterUnclaimed(posts, key.ledgerKey);
	const unclear = unclaimed.filter((post) => !statesContent(post));
	const known = [...unclaimed.filter(statesContent), ...(await readUnclear(key, unclear))];
	const own = await withOwnFiles(key, known);
	if (own.length > 0) return await findSingle(key, own, known);
	const firstMs = await key.facts.firstCreationMs();
	return await findSingle(key, withoutOlder(await withSentContent(key, known), firstMs), known);
}

async function withSentContent(key: ItemKey, posts: IDataObject[]): Promise<IDataObject[]> {
	const stated = posts.filter(statesContent);
	const sent = await readSent(key, [...new Set(stated.map(fingerprint))]);
	return withoutOthers(
		key,
		stated.filter((post) => sent.has(fingerprint(post))),
	);
}

/** @param others may be the post if the single one no longer exists */
async function findSingle(
	key: ItemKey,
	posts: IDataObject[],
	others: IDataObject[],
): Promise<FoundPost> {
	if (posts.length > 1) return { is: 'undecided', posts };
	const [state] = await readPosts(key.item.connection, key.workspace, posts, LOOKUP_PURPOSE);
	if (state !== undefined) return { is: 'found', state };
	const possible = withoutOthers(key, others);
	const unclear = possible.filter((post) => !statesAccounts(post));
	return asCandidates([...(await withSentAccounts(key, possible)), ...unclear]);
}

const NONE: FoundPost = { is: 'none' };

function asCandidates(posts: IDataObject[]): FoundPost {
	return posts.length === 0 ? NONE : { is: 'undecided', posts };
}

/** Reads posts that a list shows without their content. Returns them as they are if there are too many. */
async function readUnclear(
	{ item, workspace }: ItemKey,
	posts: IDataObject[],
): Promise<IDataObject[]> {
	if (posts.length > MAX_POSTS_READ) return posts;
	const states = await readPosts(item.connection, workspace, posts, LOOKUP_PURPOSE);
	return states.map(({ post }) => post);
}

/** Returns the posts that were not created before a time, if it is known. */
function withoutOlder(posts: IDataObject[], timeMs: number | undefined): IDataObject[] {
	return timeMs === undefined ? posts : posts.filter((post) => !isOlder(post, timeMs));
}
