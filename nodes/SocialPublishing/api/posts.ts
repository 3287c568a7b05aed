import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure, CancelledFailure } from '../shared/failure';
import { firstText, readRecord, textOf } from '../shared/json';
import { cutText } from '../shared/text/sentences';
import { path } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { fetchList } from '../transport/paginate';
import { readName } from './readings/record';

/** A post with the ETag that a change of it needs. */
export interface PostState {
	post: IDataObject;
	etag: string | undefined;
}

/** A record of a post may leave its ID out. */
export function withId(post: IDataObject, id: unknown): IDataObject {
	return firstText(post.id) === undefined ? { ...post, id: firstText(id) } : post;
}

/** Reads a post as it is now. */
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
	const post = readRecord(data);
	return { post, etag: etag ?? textOf(post.etag) };
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

/** Pauses before each further look at a post, in milliseconds. */
const LOOK_DELAYS_MS = [1_000, 3_000, 6_000];

/**
 * Looks at a post after a command, and again while it still looks as it did before.
 *
 * @returns what the last look has shown
 */
export async function lookUntil<Seen>(
	{ signal }: Connection,
	look: () => Promise<Seen>,
	isEnough: (seen: Seen) => boolean,
): Promise<Seen> {
	let seen = await look();
	for (const delayMs of LOOK_DELAYS_MS) {
		if (isEnough(seen)) break;
		await clock.wait(delayMs, signal);
		seen = await look();
	}
	return seen;
}

/** All posts of a workspace. */
export async function listPosts(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<IDataObject[]> {
	return await fetchList(connection, { purpose, path: `${workspacePath}/posts`, limit: undefined });
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

/** As it completes "Could not …". */
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
		throw isReadFailure(error) ? afterAcceptance(error) : error;
	});
}

/** A read that the service has refused or not answered; not one that the user has cancelled. */
export function isReadFailure(error: unknown): error is ServiceFailure {
	return error instanceof ServiceFailure && !(error instanceof CancelledFailure);
}

/** As long as the outcome is unknown, the post must not be sent again. */
export function afterAcceptance(failure: ServiceFailure): ServiceFailure {
	failure.effect = 'accepted';
	failure.effectFacts.left = ACCEPTED;
	return failure;
}

const ACCEPTED =
	'The service accepted the post earlier, so it may have been published: do not publish it again, but use Post → Wait for Outcome.';

const LONGEST_NAME = 100;
const MOST_NAMES = 10;

/** A post in a text for the user: its id, with its name. */
export function describePost(post: IDataObject): string {
	return `${firstText(post.id) ?? 'one without an ID'} ("${cutText(readName(post), LONGEST_NAME)}")`;
}

/** Posts in a text for the user, as many as one can look at. */
export function describePosts(
	posts: IDataObject[],
	describe: (post: IDataObject) => string = describePost,
): string {
	const names = posts.slice(0, MOST_NAMES).map(describe).join(', ');
	const others = posts.length - MOST_NAMES;
	return others > 0 ? `${names} and ${others} more` : names;
}

/** A record as the service sent it, with the ETag of the response where there was one. */
export function withEtag(record: IDataObject, etag: string | undefined): IDataObject {
	return etag === undefined ? record : { ...record, etag };
}
