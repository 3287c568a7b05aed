import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { AgingCache } from '../shared/maps';
import { withLock } from '../shared/withLock';
import type { Connection } from '../transport/connection';
import { simplifyDelivery, type SimpleDelivery } from './deliveries';
import { HANDED_OVER, mayBeSent, phase, showsCancellation } from './phase';
import { listPosts, readPosts, withEtag } from './posts';
import { readPublicationState } from './publication';
import { readAccountId } from './readings/delivery';
import { readLink, readUnassignedLinks } from './readings/outcome';
import { readShownText } from './readings/content';
import { hasTime, readDestinations } from './readings/post';
import { readRecordId, readNamedError } from './readings/record';
import { readOutMs, readScheduledMs } from './readings/times';

/** A post as the list shows it, with what a calendar needs. */
export interface ListedPost {
	id: string;
	/** When it goes out, went out or failed, in milliseconds since 1970; undefined if unknown, and for a draft. */
	timeMs: number | undefined;
	/** In lower case; null if unknown. */
	status: string | null;
	/** The shared text, else the first text that belongs to an account. */
	text: string | null;
	/** Names come from the record only. Empty if the list does not show its accounts. */
	deliveries: SimpleDelivery[];
	/** Where it can be seen, if the list does not show on which account. */
	ownLink: string | undefined;
	/** Why it failed, if the list does not show on which account. */
	ownError: string | undefined;
	/** Undefined unless it takes a slot. */
	scheduled: ScheduledPost | undefined;
}

const LIFETIME_MS = 60_000;

/** The posts of each credential by workspace. The rate limiter identifies the credential. */
const cachedPosts = new AgingCache<Connection['rateLimiter'], ListedPost[]>(LIFETIME_MS);

/**
 * Reads the list of all posts of a workspace, at most once a minute in this process.
 *
 * @throws ServiceFailure if it cannot be read
 */
export async function readListedPosts(
	connection: Connection,
	workspacePath: string,
): Promise<ListedPost[]> {
	const { baseUrl, rateLimiter, signal } = connection;
	const read = async () => {
		const cached = cachedPosts.get(rateLimiter, workspacePath);
		if (cached?.isFresh) return cached.value;
		const posts = (await listPosts(connection, workspacePath, 'read the calendar')).map(
			readListedPost,
		);
		cachedPosts.set(rateLimiter, workspacePath, posts);
		return posts;
	};
	// A page and its feed are often requested at the same time.
	return await withLock(`list ${baseUrl}${workspacePath}`, read, signal);
}

/** Pure. */
export function readListedPost(post: IDataObject): ListedPost {
	const { status } = readPublicationState(post);
	const destinations = readDestinations(post);
	const [unassignedLink] = readUnassignedLinks(post);
	return {
		id: readRecordId(post) ?? '',
		timeMs: readTimeMs(post),
		status: status === 'unknown' ? null : status,
		text: readShownText(post) ?? null,
		deliveries: destinations.map((each) => simplifyDelivery(post, each, new Map())),
		ownLink: unassignedLink ?? (status === 'published' ? readLink(post) : undefined),
		ownError: readNamedError(post),
		scheduled: readScheduled(post),
	};
}

/** A service may publish a post a little before its time. */
const EARLY_MS = 60_000;

/** A draft may keep the time of a schedule that was cancelled, and a post that was published by hand its later one. */
function readTimeMs(post: IDataObject): number | undefined {
	const isIdle = ['draft', 'cancelled'].includes(phase(post));
	const scheduledMs = isIdle ? undefined : readScheduledMs(post);
	const outMs = readOutMs(post);
	if (scheduledMs === undefined || outMs === undefined) return scheduledMs ?? outMs;
	return outMs < scheduledMs - EARLY_MS ? outMs : scheduledMs;
}

/** A scheduled post that has not gone out. */
export interface ScheduledPost {
	id: string;
	/** Milliseconds since 1970. */
	timeMs: number;
	/** Undefined if some are unknown: any account may be among them. */
	accountIds: Set<string> | undefined;
}

/** The most posts to read one by one if the list does not state their times. With the rate limit, this takes minutes. */
const MAX_POSTS_READ = 100;

/** The scheduled posts of a workspace. */
export async function listScheduledPosts(
	connection: Connection,
	workspacePath: string,
	purpose: string,
): Promise<ScheduledPost[]> {
	const all = await listPosts(connection, workspacePath, purpose);
	const hidesTime = timeHider();
	const listed = all.filter((post) => mayBeScheduled(post) || hidesTime(post, all));
	const unclear = listed.filter((post) => !statesSchedule(post));
	if (unclear.length > MAX_POSTS_READ) {
		throw unclearListFailure(purpose, 'Set the time yourself instead.');
	}
	const states = await readPosts(connection, workspacePath, unclear, purpose);
	const read = states.map(({ post }) => post).filter(mayBeScheduled);
	return [...listed.filter(statesSchedule), ...read].flatMap((post) => readScheduled(post) ?? []);
}

/**
 * Returns a function that tells for each post of a list whether the list may leave out its time. Called with the pages in their
 * order: as soon as a list has stated the time of any post, posts without a time have none.
 */
export function timeHider(): (post: IDataObject, page: IDataObject[]) => boolean {
	let leavesOutTimes = true;
	let lastPage: IDataObject[] | undefined;
	return (post, page) => {
		if (page !== lastPage) leavesOutTimes &&= page.every((each) => hasTime(each) === undefined);
		lastPage = page;
		if (readScheduledMs(post) !== undefined) return false;
		// Without a status and a time, it looks like a draft.
		return phase(post) === 'scheduled' || (leavesOutTimes && mayBeSent(post));
	};
}

/** Returns a function that reads the listed posts to which it is applied. It returns undefined for a deleted one. */
export function listedPostReader(
	connection: Connection,
	workspacePath: string,
	purpose: string,
	advice: string,
): (listed: IDataObject) => Promise<IDataObject | undefined> {
	let reads = 0;
	return async (listed) => {
		if (++reads > MAX_POSTS_READ) throw unclearListFailure(purpose, advice);
		const [state] = await readPosts(connection, workspacePath, [listed], purpose);
		return state && withEtag(state.post, state.etag);
	};
}

/** Reads a scheduled post that has not gone out; undefined for any other. */
export function readScheduled(post: IDataObject): ScheduledPost | undefined {
	const timeMs = mayBeScheduled(post) ? readScheduledMs(post) : undefined;
	if (timeMs === undefined) return undefined;
	return { id: readRecordId(post) ?? '', timeMs, accountIds: readAccountIds(post) };
}

/** A draft may keep the time of a schedule that was cancelled. */
export function mayBeScheduled(post: IDataObject): boolean {
	return !HANDED_OVER.has(phase(post)) && showsCancellation(post) !== true;
}

function statesSchedule(post: IDataObject): boolean {
	return readScheduledMs(post) !== undefined && readAccountIds(post) !== undefined;
}

function readAccountIds(post: IDataObject): Set<string> | undefined {
	const ids = readDestinations(post).map(readAccountId);
	const stated = ids.filter((id) => id !== undefined);
	return stated.length > 0 && stated.length === ids.length ? new Set(stated) : undefined;
}

function unclearListFailure(purpose: string, advice: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the list of posts does not show when they go out`,
		`More than ${MAX_POSTS_READ} posts would have to be read one by one. ${advice}`,
	);
}
