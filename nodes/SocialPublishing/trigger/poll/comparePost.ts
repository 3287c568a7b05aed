import type { IDataObject } from 'n8n-workflow';

import { readLifecycleStatus } from '../../api/postLifecycle';
import { readDeliveries } from '../../api/readings/delivery';
import {
	isIdleStatus,
	readContent,
	readPostStatus,
	readRevision,
	readSchedule,
} from '../../api/readings/post';
import { markOf } from './digest';
import {
	DELIVERY_CODES,
	FINAL_DELIVERY_CODES,
	FINAL_POST_CODES,
	POST_CODES,
	WAITING,
	type KnownPost,
} from './knownPost';
import { follow } from './trail';

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
 * @param known undefined for a post that is seen for the first time
 */
export function comparePost(
	id: string,
	post: IDataObject,
	known: KnownPost | undefined,
): Comparison {
	const deliveries = compareDeliveries(id, post, known);
	const status = readLifecycleStatus(post);
	const step = follow(known?.status, POST_CODES[status ?? ''], FINAL_POST_CODES);
	const isIdle = ['d', 's'].includes(step.trail.at(-1) ?? '');
	const content = isIdle ? markOf(readContent(post)) : '';
	const schedule = isIdle ? markOf(readSchedule(post)) : '';

	const changes: Change[] = [];
	const revision = [step.endings, content, schedule, markOf(readRevision(post))];
	const add = (type: string, distinction: Change['distinction']) =>
		changes.push({ type, distinction, data: { post_id: id, status } });
	if (known === undefined) add('post.created', []);
	const isEdited = isIdle && (known?.content ?? '') !== '' && known?.content !== content;
	if (isEdited) add('post.updated', revision);
	const isMoved = step.trail.endsWith('s') && known?.content !== '' && known?.schedule !== schedule;
	if (step.hasChanged || isMoved) {
		const isFinal = FINAL_POST_CODES.includes(step.trail.at(-1) ?? '-');
		// A new post is a draft: `post.created` says so.
		if (known !== undefined || status !== 'draft')
			add(`post.${status}`, isFinal ? [step.count] : revision);
	}
	return {
		known: {
			status: step.trail,
			content,
			schedule,
			listed: '',
			isUnread: false,
			deliveries: deliveries.known,
		},
		changes: [...deliveries.changes, ...changes],
	};
}

function compareDeliveries(
	postId: string,
	post: IDataObject,
	known: KnownPost | undefined,
): { known: KnownPost['deliveries']; changes: Change[] } {
	const deliveries = readDeliveries(post);
	const remembered = known?.deliveries ?? new Map<string, string>();
	if (deliveries === undefined) return { known: remembered, changes: [] };
	const trails = new Map<string, string>();
	const changes: Change[] = [];
	const isIdle = isIdleStatus(readPostStatus(post));
	for (const { key, id, accountId, status, endedMs } of deliveries) {
		const mark = markOf(key);
		const past = remembered.get(mark);
		const told = status === undefined ? undefined : (DELIVERY_CODES[status] ?? WAITING);
		// A post that is scheduled again will be delivered again, whether or not the list says so of each delivery.
		const code = told ?? (isIdle && /[fbr]$/.test(past ?? '') ? WAITING : undefined);
		const step = follow(past, code, FINAL_DELIVERY_CODES);
		trails.set(mark, step.trail);
		if (!step.hasChanged || code === WAITING) continue;
		changes.push({
			type: `delivery.${status}`,
			distinction: [key, step.count],
			data: { post_id: postId, destination_id: id, account_id: accountId, status },
			endedMs,
		});
	}
	return { known: trails, changes };
}
