import type { IDataObject } from 'n8n-workflow';

import { readLifecycleStatus } from '../../api/postLifecycle';
import { readDeliveries, type Delivery } from '../../api/readings/delivery';
import { readContent, readPostStatus, readRevision, readSchedule } from '../../api/readings/post';
import { markOf } from './digest';
import {
	DELIVERY_CODES,
	FINAL_DELIVERY_CODES,
	FINAL_POST_CODES,
	POST_CODES,
	WAITING,
	type KnownPost,
} from './knownPost';
import { endsIn, follow, type Trail } from './trail';

/** Something that has happened to a record. */
export interface Change {
	/** The event type. */
	type: string;
	/** Tells it from all others of its type and its record: the same whenever it is computed. */
	distinction: Array<string | number>;
	/** The resource identifiers and statuses of the event. */
	data: IDataObject;
	/** When a delivery ended, in milliseconds since 1970, where its own record tells. */
	endedMs?: number | undefined;
}

export interface Comparison {
	/** What to remember from now on. */
	known: KnownPost;
	changes: Change[];
}

/**
 * What has happened to a post since it was last seen. Nothing here depends on times or on an order. Pure.
 *
 * @param id the post's ID
 * @param post as the service lists it
 * @param before undefined for a post that is seen for the first time
 */
export function comparePost(
	id: string,
	post: IDataObject,
	before: KnownPost | undefined,
): Comparison {
	const deliveries = compareDeliveries(id, post, before?.deliveries);
	const status = readLifecycleStatus(post);
	const code = codeOfPost(status, before, deliveries.known);
	const step = follow(before?.status, code, FINAL_POST_CODES);
	const marks = marksOf(post, step.trail);
	const known = { status: step.trail, ...marks, deliveries: deliveries.known };

	const changes = [...deliveries.changes];
	const { content, schedule } = marks;
	const revision = [step.endings, content, schedule, markOf(readRevision(post))];
	const add = (type: string, distinction: Change['distinction']) =>
		changes.push({ type, distinction, data: { post_id: id, status } });
	if (before === undefined) add('post.created', []);
	else if (isEdited(before, known)) add('post.updated', revision);
	// A new post is a draft: `post.created` says so.
	const isNewDraft = before === undefined && status === 'draft';
	if (status !== undefined && !isNewDraft && (step.hasChanged || isMoved(before, known)))
		add(`post.${status}`, endsIn(step.trail, FINAL_POST_CODES) ? [step.count] : revision);
	return { known, changes };
}

/** What a user writes, while it can be edited. */
function marksOf(post: IDataObject, status: Trail): Pick<KnownPost, 'content' | 'schedule'> {
	if (!endsIn(status, 'ds')) return { content: '', schedule: '' };
	return { content: markOf(readContent(post)), schedule: markOf(readSchedule(post)) };
}

/** A post that does not tell a status of its own is open again as soon as one of its deliveries is. */
function codeOfPost(
	status: string | undefined,
	before: KnownPost | undefined,
	deliveries: KnownPost['deliveries'],
): string | undefined {
	if (status !== undefined) return POST_CODES.get(status);
	const hadEnded = endsIn(before?.status ?? '', FINAL_POST_CODES);
	const isOpen = [...deliveries.values()].some((trail) => trail.endsWith(WAITING));
	return hadEnded && isOpen ? WAITING : undefined;
}

/** The marks are empty while the post cannot be edited. */
function isEdited(before: KnownPost, now: KnownPost): boolean {
	return before.content !== '' && now.content !== '' && before.content !== now.content;
}

/** Whether the post is scheduled for another time. */
function isMoved(before: KnownPost | undefined, now: KnownPost): boolean {
	if (before === undefined || !now.status.endsWith('s')) return false;
	return before.content !== '' && before.schedule !== now.schedule;
}

/**
 * Whether a post has ended, by its own status, but shows no outcome of any delivery. The service promises these outcomes, so
 * nothing follows from their absence.
 */
export function hidesOutcomes(post: IDataObject): boolean {
	const hasEnded = endsIn(POST_CODES.get(readPostStatus(post) ?? '') ?? '', FINAL_POST_CODES);
	const deliveries = readDeliveries(post) ?? [];
	return hasEnded && deliveries.every(({ status }) => status === undefined);
}

function compareDeliveries(
	postId: string,
	post: IDataObject,
	before: KnownPost['deliveries'] = new Map(),
): { known: KnownPost['deliveries']; changes: Change[] } {
	const deliveries = hidesOutcomes(post) ? undefined : readDeliveries(post);
	if (deliveries === undefined) return { known: before, changes: [] };
	const known = new Map<string, Trail>();
	const changes: Change[] = [];
	for (const delivery of deliveries) {
		const { key, id, accountId, status, endedMs } = delivery;
		const mark = markOf(key);
		const code = codeOfDelivery(delivery, before.get(mark));
		const step = follow(before.get(mark), code, FINAL_DELIVERY_CODES);
		known.set(mark, step.trail);
		if (!step.hasChanged || code === WAITING) continue;
		const data = { post_id: postId, destination_id: id, account_id: accountId, status };
		changes.push({ type: `delivery.${status}`, distinction: [key, step.count], data, endedMs });
	}
	return { known, changes };
}

/** A delivery without an outcome is open. What is published stays so, whether or not the list repeats it. */
function codeOfDelivery({ status }: Delivery, before: Trail | undefined): string | undefined {
	if (status !== undefined) return DELIVERY_CODES.get(status) ?? WAITING;
	return before?.endsWith('p') === true ? undefined : WAITING;
}
