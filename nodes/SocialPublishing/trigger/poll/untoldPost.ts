import type { IDataObject } from 'n8n-workflow';

import { readDeliveries } from '../../api/readings/delivery';
import {
	isIdleStatus,
	readContent,
	readPostStatus,
	readRevision,
	readSchedule,
	statesChangeTime,
} from '../../api/readings/post';
import { comparePost, type Comparison } from './comparePost';
import { markOf } from './digest';
import { firstNews } from './firstNews';
import { FINAL_POST_CODES, isFinished, POST_CODES, type KnownPost } from './knownPost';

/** Whether a listed post tells what has become of its deliveries. Those of an idle post have not begun. */
export function isTold(post: IDataObject): boolean {
	const deliveries = readDeliveries(post);
	if (deliveries === undefined) return false;
	if (isIdleStatus(readPostStatus(post))) return true;
	return deliveries.length > 0 && deliveries.every(({ status }) => status !== undefined);
}

/** Whether something may have happened to a post of which the list does not tell. */
export function needsReading(post: IDataObject, known: KnownPost | undefined): boolean {
	if (known?.listed !== markOfEntry(post)) return true;
	// What is published everywhere stays so.
	if (isOut(known)) return false;
	const status = readPostStatus(post);
	if (known.isUnread || status === undefined) return true;
	// A revision may count edits alone, and the outcome of a retry is none.
	return isIdleStatus(status)
		? !tellsRevision(post)
		: !isFinished(known) || !statesChangeTime(post);
}

/** The higher, the sooner it is to be read: first what has changed, and what is under way. */
export function urgencyOf(post: IDataObject, known: KnownPost | undefined): number {
	const status = readPostStatus(post);
	const isFinal = FINAL_POST_CODES.includes(POST_CODES[status ?? ''] ?? '-');
	const isUnderWay = !isFinal && !isIdleStatus(status);
	return (known?.listed === markOfEntry(post) ? 0 : 2) + (isUnderWay ? 1 : 0);
}

/** What is remembered of a post that was there at first and has not been read. */
export function rememberUnread(id: string, post: IDataObject): KnownPost {
	const { known } = comparePost(id, post, undefined);
	return { ...unread(known), listed: markOfEntry(post) };
}

/**
 * What has happened to a post that had to be read. Pure.
 *
 * @param entry the post as the service lists it
 * @param post as the service returned it
 * @param watchedSinceMs when the posts were listed for the first time
 */
export function compareRead(
	id: string,
	entry: IDataObject,
	post: IDataObject,
	known: KnownPost | undefined,
	watchedSinceMs: number,
): Comparison {
	const listed = markOfEntry(entry);
	// A state without marks of entries is that of an earlier version of the node, which read no posts.
	const isUnread = known?.isUnread === true || (known?.listed === '' && !known.deliveries.size);
	const before = known !== undefined && isUnread ? unread(known) : known;
	const { known: now, changes } = comparePost(id, { ...entry, ...post }, before);
	return {
		known: { ...now, listed },
		changes:
			before !== undefined && isUnread
				? firstNews(changes, before, { ...now, listed }, watchedSinceMs)
				: changes,
	};
}

function unread(known: KnownPost): KnownPost {
	return { ...known, content: '', schedule: '', isUnread: true, deliveries: new Map() };
}

/** Stands for what the list tells of a post. */
function markOfEntry(post: IDataObject): string {
	return markOf([readPostStatus(post), readRevision(post), readContent(post), readSchedule(post)]);
}

function tellsRevision(post: IDataObject): boolean {
	return markOf(readRevision(post)) !== markOf(readRevision({}));
}

/** Whether all deliveries have reached their account, as far as the service tells. */
export function isOut({ status, deliveries }: KnownPost): boolean {
	const trails = [...deliveries.values()];
	const isTold = status !== '' || trails.some((trail) => trail !== '');
	return isTold && [status, ...trails].every((trail) => trail === '' || trail.endsWith('p'));
}
