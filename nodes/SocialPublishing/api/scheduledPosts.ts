import type { IDataObject } from 'n8n-workflow';

import { readRecordId } from './readings/record';
import { ServiceFailure } from '../shared/failure';
import type { Connection } from '../transport/connection';
import { HANDED_OVER, phase } from './phase';
import { showsCancellation } from './postLifecycle';
import { listPosts, readPosts } from './posts';
import { readAccountId } from './readings/delivery';
import { readDestinations } from './readings/post';
import { readScheduledMs } from './readings/times';

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
	const listed = (await listPosts(connection, workspacePath, purpose)).filter(mayBeScheduled);
	const unclear = listed.filter((post) => !statesSchedule(post));
	if (unclear.length > MAX_POSTS_READ) throw unclearListFailure(purpose);
	const states = await readPosts(connection, workspacePath, unclear, purpose);
	const read = states.map(({ post }) => post).filter(mayBeScheduled);
	return [...listed.filter(statesSchedule), ...read].flatMap((post) => readScheduled(post) ?? []);
}

/** Reads a scheduled post that has not gone out; undefined for any other. */
export function readScheduled(post: IDataObject): ScheduledPost | undefined {
	const timeMs = mayBeScheduled(post) ? readScheduledMs(post) : undefined;
	if (timeMs === undefined) return undefined;
	return { id: readRecordId(post) ?? '', timeMs, accountIds: readAccountIds(post) };
}

/** A draft may keep the time of a schedule that was cancelled. */
function mayBeScheduled(post: IDataObject): boolean {
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

function unclearListFailure(purpose: string): ServiceFailure {
	return new ServiceFailure(
		`Could not ${purpose}: the list of posts does not show when they go out`,
		`More than ${MAX_POSTS_READ} posts would have to be read one by one. Set the time yourself instead.`,
	);
}
