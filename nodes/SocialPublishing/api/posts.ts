import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { isRequestFailure, type ServiceFailure } from '../shared/failure';
import { readRecord, textOf } from '../shared/json';
import { cutText } from '../shared/text/sentences';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { isMissing } from '../transport/errors';
import { fetchPages, MAX_PAGE_SIZE } from '../transport/paginate';
import type { ServiceResponse } from '../transport/types';
import { readPostIn } from './readings/post';
import { readRecordId, readName } from './readings/record';

/** A post with the ETag that is needed to change it. */
export interface PostState {
	post: IDataObject;
	etag: string | undefined;
}

/** The state of a post as the response to the command that has led to it. */
export function toResponse({ post, etag }: PostState): ServiceResponse {
	return { data: post, etag, headers: {} };
}

/** The state that a record of a post shows without a response header: the record may contain the ETag. */
export function stateIn(post: IDataObject): PostState {
	return { post, etag: textOf(post.etag) };
}

/** Adds the ID of another record of the post, which the record may leave out. */
export function withIdOf(post: IDataObject, other: IDataObject | undefined): IDataObject {
	return readRecordId(post) === undefined ? { ...post, id: readRecordId(other) } : post;
}

export function workspaceOfPost(postPath: string): string {
	return postPath.slice(0, postPath.lastIndexOf('/posts/'));
}

export function idOfPost(postPath: string): string {
	return decodeURIComponent(postPath.split('/').at(-1) ?? '');
}

export async function readPost(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<PostState> {
	const { data, etag } = await call(connection, {
		purpose,
		method: 'GET',
		path: postPath,
		safety: 'safe',
	});
	const record = readRecord(data);
	const post = readPostIn(record) ?? record;
	return { post, etag: etag ?? textOf(post.etag) };
}

/** As `readPost`, but undefined if the post has been deleted. */
export async function readPostIfExists(
	connection: Connection,
	postPath: string,
	purpose: string,
): Promise<PostState | undefined> {
	return await readPost(connection, postPath, purpose).catch((error: unknown) => {
		if (isMissing(error)) return undefined;
		throw error;
	});
}

/** Pauses before each further read of a post. */
const READ_DELAYS_MS = [1_000, 3_000, 6_000];

/**
 * Reads a post after a command, and again while it does not show enough.
 *
 * @returns the result of the last read
 */
export async function readUntil<Seen>(
	{ signal }: Connection,
	read: () => Promise<Seen>,
	isEnough: (seen: Seen) => boolean,
): Promise<Seen> {
	let seen = await read();
	for (const delayMs of READ_DELAYS_MS) {
		if (isEnough(seen)) break;
		await clock.wait(delayMs, signal);
		seen = await read();
	}
	return seen;
}

/** A reading of the list of posts, up to its last page. */
export interface PostList {
	/** Each post once. */
	posts: IDataObject[];
	/** No post came twice: posts that are moved to the next page during the reading come twice, others may be left out. */
	isSteady: boolean;
}

/** The size of the pages of a second reading, so that a post between two pages of the first is within one of the second. */
export const OTHER_PAGE_SIZE = 73;

/** Reads the list of all posts of a workspace. */
export async function readPostList(
	connection: Connection,
	workspacePath: string,
	purpose: string,
	pageSize = MAX_PAGE_SIZE,
): Promise<PostList> {
	const posts: IDataObject[] = [];
	const request = { purpose, path: `${workspacePath}/posts` };
	for await (const page of fetchPages(connection, request, () => pageSize)) posts.push(...page);
	const byId = new Map(posts.map((post) => [readRecordId(post) ?? post, post]));
	return { posts: [...byId.values()], isSteady: byId.size === posts.length };
}

export async function listPosts(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject[]> {
	return (await readPostList(connection, workspacePath, purpose)).posts;
}

/** Reads listed posts one by one, because the list may lack details. Posts deleted since are left out. */
export async function readPosts(
	connection: Connection,
	workspacePath: string,
	posts: IDataObject[],
	purpose: string,
): Promise<PostState[]> {
	const found: PostState[] = [];
	for (const post of posts) {
		const postPath = `${workspacePath}/posts${path(readRecordId(post) ?? '')}`;
		const current = await readPostIfExists(connection, postPath, purpose);
		if (current !== undefined) found.push({ ...current, post: withIdOf(current.post, post) });
	}
	return found;
}

/** Completes "Could not …". */
export const OUTCOME_PURPOSE = 'read the outcome of the post';

/**
 * Reads a post that the service has accepted for publication.
 *
 * @throws ServiceFailure that warns against publishing it again
 */
export async function readAcceptedPost(
	connection: Connection,
	postPath: string,
): Promise<PostState> {
	return await readPost(connection, postPath, OUTCOME_PURPOSE).catch((error: unknown) => {
		throw isRequestFailure(error) ? afterAcceptance(error) : error;
	});
}

/** Adds a warning: while the outcome is unknown, the post must not be published again. */
export function afterAcceptance(failure: ServiceFailure): ServiceFailure {
	return failure.with({ effect: 'accepted', effectFacts: { left: ACCEPTED } });
}

const ACCEPTED =
	'The service accepted the post earlier, so it may have been published: do not publish it again, but use Post → Wait for Outcome.';

const MAX_NAME_LENGTH = 100;
const MAX_NAMES = 10;

/** Describes a post to the user by its ID and name. */
export function identifyPost(post: IDataObject): string {
	return `${readRecordId(post) ?? 'one without an ID'} ("${cutText(readName(post), MAX_NAME_LENGTH)}")`;
}

/** Describes up to ten posts to the user, and states how many more there are. */
export function describePosts(
	posts: IDataObject[],
	describe: (post: IDataObject) => string = identifyPost,
): string {
	const names = posts.slice(0, MAX_NAMES).map(describe).join(', ');
	const others = posts.length - MAX_NAMES;
	return others > 0 ? `${names} and ${others} more` : names;
}

/** A record as the service sent it, with the ETag of the response if there was one. */
export function withEtag(record: IDataObject, etag: string | undefined): IDataObject {
	return etag === undefined ? record : { ...record, etag };
}
