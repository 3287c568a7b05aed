import type { IDataObject } from 'n8n-workflow';

import { fingerprint, statesAccounts, statesContent } from '../../../api/postContent';
import { readPostIfExists, withId, type PostList, type PostState } from '../../../api/posts';
import { deleteSentCommand, readSentCommand } from '../../../commands/journal';
import { firstText, readRecord, textOf } from '../../../shared/json';
import { path } from '../../../transport/address';
import { findPostOfKey } from '../creation/postOfKey';
import { uncertainRowFailure } from '../creation/creation';
import { findUnlisted, readUnclear, unlistedPostFailure } from '../creation/unlistedPost';
import { LOOKUP_PURPOSE } from './messages';
import { isPresent, type Row } from './row';

export interface PostOfRow {
	state: PostState;
	/** Read from a list, which may omit fields. */
	isListed: boolean;
}

/**
 * The post of a row: the one whose ID the row states, otherwise the one that was created for its key. Undefined if it was
 * deleted or not created yet.
 *
 * @throws ServiceFailure if several posts may be the one
 */
export async function findPostOfRow(row: Row): Promise<PostOfRow | undefined> {
	const { key, postId } = row;
	if (postId !== undefined) {
		const stated = (await findListed(row)) ?? (await readUnlisted(row, postId));
		// Somebody may remove the ID from the row later.
		const isNew = isPresent(row) && !row.isDryRun && !(await key.isBegun());
		if (stated !== undefined && isNew) await key.recordPost(postId);
		return stated;
	}
	const own = await findPostOfEarlierAttempt(row);
	if (own !== undefined) return own;
	if (!(await key.isBegun())) return undefined;
	if (!(await key.hasPost())) return await findUnrecorded(row);
	const found = (await findListed(row)) ?? (await findUnlistedPost(row));
	if (found === undefined) key.isPostGone = true;
	else key.useRecordedPost(firstText(found.state.post.id) ?? '');
	return found;
}

/** @throws UndecidedFailure if the post is recorded, and it is not certain that it was deleted */
async function findUnlistedPost(row: Row): Promise<PostOfRow | undefined> {
	const { item, key, run, wanted, workspace, name } = row;
	const { connection } = item;
	const list = await run.runKeys.listPosts(connection, workspace, LOOKUP_PURPOSE);
	const inList = async ({ posts }: PostList) => await key.findRecorded(posts);
	const found = await findUnlisted(connection, workspace, key, { list, inList });
	if (found.is === 'found') return { state: found.state, isListed: false };
	if (found.is === 'none') return undefined;
	const text = 'creation' in wanted ? firstText(wanted.creation.content.text) : '';
	throw unlistedPostFailure(name, text ?? '', UNLISTED_ADVICE);
}

const UNLISTED_ADVICE =
	"enter a new key to create it again. If you know its ID, enter it in 'Post'.";

/** Reads the current state of a post. */
export async function readRowPost(
	{ item, workspace }: Row,
	id: string,
): Promise<PostState | undefined> {
	const postPath = `${workspace}${path('posts', id)}`;
	const state = await readPostIfExists(item.connection, postPath, LOOKUP_PURPOSE);
	return state && { ...state, post: withId(state.post, id) };
}

async function findListed(row: Row): Promise<PostOfRow | undefined> {
	const post = await row.run.findListed(row);
	return post && { state: { post, etag: textOf(post.etag) }, isListed: true };
}

async function readUnlisted(row: Row, id: string): Promise<PostOfRow | undefined> {
	const state = await readRowPost(row, id);
	return state && { state, isListed: false };
}

/** The post that an earlier attempt at the item has created, in this execution or in the one that it retries. */
async function findPostOfEarlierAttempt(row: Row): Promise<PostOfRow | undefined> {
	const { item, wanted } = row;
	if (!('creation' in wanted)) return undefined;
	const { command: identity, idempotency } = wanted.creation;
	const made = { idempotency, identity };
	const id = firstText(readRecord(readSentCommand(item.connection, made)?.response?.data).id);
	if (id === undefined) return undefined;
	const found = await readUnlisted(row, id);
	if (found === undefined) deleteSentCommand(item.connection, made);
	return found;
}

/** The post of an interrupted creation, whose ID is not recorded. */
async function findUnrecorded(row: Row): Promise<PostOfRow | undefined> {
	const { item, key, run, wanted, workspace } = row;
	const list = await run.runKeys.listPosts(item.connection, workspace, LOOKUP_PURPOSE);
	if (!('creation' in wanted)) return await findUnwanted(row, list);
	const posts = await run.runKeys.filterUnclaimed(list.posts, key.key);
	const own = await key.filterByOwnFiles(posts);
	if (own.length > 0) {
		return (await readSinglePost(row, own)) ?? (await refuseCandidates(row, posts));
	}
	const finding = await findPostOfKey(item, wanted.creation, key, { isRecent: false });
	if (finding.is === 'none') return undefined;
	if (finding.is === 'undecided') throw finding.failure ?? uncertainRowFailure([]);
	const { data, etag } = finding.response;
	return await recordPostOfRow(row, { post: readRecord(data), etag });
}

/**
 * The same, if the row wants no post. Its content does not matter, and no command is sent whose response would show whether
 * the post exists, so one reading of the list is no evidence.
 */
async function findUnwanted(row: Row, list: PostList): Promise<PostOfRow | undefined> {
	const { item, key, run, workspace, name } = row;
	const found = await findSent(row, list);
	if (found !== undefined) return found;
	const again = await run.runKeys.listPostsAgain(item.connection, workspace, LOOKUP_PURPOSE);
	const foundAgain = await findSent(row, again);
	const isCertain = list.isSteady && again.isSteady && !(await key.creations.areNew());
	if (foundAgain === undefined && !isCertain) throw unlistedPostFailure(name, '', ABSENT_ADVICE);
	return foundAgain;
}

const ABSENT_ADVICE = 'the node finds that out within an hour and a half.';

/** @throws ServiceFailure if there may be one in the list, but it is not certain which one */
async function findSent(row: Row, list: PostList): Promise<PostOfRow | undefined> {
	const { key, run } = row;
	const unclaimed = await run.runKeys.filterUnclaimed(list.posts, key.key);
	const posts = await withContent(row, unclaimed);
	const own = await key.filterByOwnFiles(posts);
	const found = await readSinglePost(row, own.length > 0 ? own : await withSentContent(row, posts));
	return found ?? (await refuseCandidates(row, posts));
}

/** Reads the posts that the list shows without their content. */
async function withContent({ item, workspace }: Row, posts: IDataObject[]): Promise<IDataObject[]> {
	const unclear = posts.filter((post) => !statesContent(post));
	const withContents = await readUnclear(item.connection, workspace, unclear);
	return [...posts.filter(statesContent), ...withContents];
}

async function withSentContent({ key }: Row, posts: IDataObject[]): Promise<IDataObject[]> {
	const stated = posts.filter(statesContent);
	const sent = await key.readSent([...new Set(stated.map(fingerprint))]);
	return stated.filter(
		(post) => sent.has(fingerprint(post)) && !key.isPostOfOther(firstText(post.id)),
	);
}

/** If the row wants no post, no command is sent whose response would show whether one was created. */
async function refuseCandidates({ key }: Row, posts: IDataObject[]): Promise<undefined> {
	const others = posts.filter(({ id }) => !key.isPostOfOther(firstText(id)));
	const unclear = others.filter((post) => !statesAccounts(post));
	const candidates = [...(await key.filterBySentAccounts(others)), ...unclear];
	if (candidates.length > 0) throw uncertainRowFailure(candidates);
}

/** @throws ServiceFailure if there are several */
async function readSinglePost(row: Row, posts: IDataObject[]): Promise<PostOfRow | undefined> {
	if (posts.length > 1) throw uncertainRowFailure(posts);
	const [id] = posts.map((post) => firstText(post.id));
	const state = id === undefined ? undefined : await readRowPost(row, id);
	return state && (await recordPostOfRow(row, state));
}

/** Records that the post belongs to the row. */
async function recordPostOfRow({ key, isDryRun }: Row, state: PostState): Promise<PostOfRow> {
	if (!isDryRun) await key.recordPost(firstText(state.post.id));
	return { state, isListed: false };
}
