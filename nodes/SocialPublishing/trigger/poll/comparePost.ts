import type { IDataObject } from 'n8n-workflow';

import { statesContent } from '../../api/postContent';
import { FINAL, phase, readLifecycleStatus } from '../../api/phase';
import { readDeliveries, type Delivery } from '../../api/readings/delivery';
import { readWrittenParts, readRevision, readScheduleParts } from '../../api/readings/post';
import { readScheduledMs } from '../../api/readings/times';
import { fingerprintOf } from '../fingerprint';
import {
	hasCurrentStatus,
	recordState,
	recordStatus,
	type Deliveries,
	type Snapshot,
	type StatusHistory,
} from './snapshot';

/** Statuses of a post, as one character each. Any other status is ignored. */
export const POST_CODES = new Map([
	['draft', 'd'],
	['scheduled', 's'],
	['publishing', 'u'],
	['published', 'p'],
	['partial', 'a'],
	['failed', 'f'],
	['cancelled', 'c'],
]);
const FINAL_POST_CODES = 'paf';
/** The codes of two statuses of a post, of which the second usually comes first. */
const STEPS_BACK = new Set(['sd', 'ud', 'us']);

/** Final statuses of a delivery. Any other status counts as waiting, `w`. */
export const DELIVERY_CODES = new Map([
	['published', 'p'],
	['failed', 'f'],
	['blocked', 'b'],
	['needs_review', 'r'],
]);
export const FINAL_DELIVERY_CODES = 'pfbr';
export const WAITING = 'w';

/** Whether a post no longer changes unless somebody retries a delivery. */
export function isFinished({ status, deliveries = {} }: Snapshot): boolean {
	const histories = Object.values(deliveries);
	const hasEnded =
		hasCurrentStatus(status, FINAL_POST_CODES) || (status === '' && histories.length > 0);
	return hasEnded && histories.every((history) => hasCurrentStatus(history, FINAL_DELIVERY_CODES));
}

/** A change of a record. */
export interface RecordChange {
	/** The event type. */
	type: string;
	/** Distinguishes the change from others of its type and record since the baseline. Empty if there can be none. */
	eventKey: Array<string | number>;
	/** The resource identifiers and statuses of the event. */
	data: IDataObject;
	/** When a delivery ended, in milliseconds since 1970, if its own record has the time. */
	endedMs?: number | undefined;
}

export interface Comparison {
	/** The new snapshot. */
	snapshot: Snapshot;
	changes: RecordChange[];
	/** The record has gone back, or it or one of its deliveries has left a final state, unless the list lags behind. */
	isReopened?: boolean;
	/** The record has returned to an earlier state, unless the list lags behind. */
	isReturn?: boolean;
	/** The record seems to be edited, unless the list has just left out a field. */
	isIncomplete?: boolean;
}

/**
 * Compares a post with its snapshot. The result depends on no order, and on a time only for a post without a status whose
 * deliveries are pending: once its time has come, it is on its way.
 *
 * @param id the post's ID
 * @param post as the service lists it
 * @param before undefined for a new post
 */
export function comparePost(
	id: string,
	post: IDataObject,
	before: Snapshot | undefined,
): Comparison {
	const deliveries = compareDeliveries(id, post, before?.deliveries);
	// A post that was sent does not become a draft again.
	const wasSent = /[upaf]/.test(before?.status ?? '');
	const status = readLifecycleStatus(post, wasSent);
	const code = codeOfPost(status, before, deliveries.snapshots);
	const step = recordStatus(before?.status, code, FINAL_POST_CODES);
	const { history, hasChanged, count, finalCount } = step;
	const fingerprints = fingerprintsOf(post, history);
	const isFinal = hasCurrentStatus(history, FINAL_POST_CODES);
	const current = { status: history, ...fingerprints };
	const { isReturn, ...past } = isFinal ? { isReturn: false } : recordState(before, current);
	const snapshot = { ...current, ...past, deliveries: deliveries.snapshots };

	const changes = [...deliveries.changes];
	const { content = '', schedule = '' } = fingerprints;
	const revision = [
		...[finalCount, content, schedule, fingerprintOf(readRevision(post))],
		...(past.returns ? [past.returns] : []),
	];
	const add = (type: string, eventKey: RecordChange['eventKey']) =>
		changes.push({ type, eventKey, data: { post_id: id, status } });
	if (before === undefined) add('post.created', []);
	else if (isOther(before.content, snapshot.content)) add('post.updated', revision);
	// A new post is a draft: `post.created` implies that.
	const isNewDraft = before === undefined && status === 'draft';
	const isMoved = history.endsWith('s') && isOther(before?.schedule, snapshot.schedule);
	if (status !== undefined && !isNewDraft && (hasChanged || isMoved))
		add(`post.${status}`, isFinal ? [count] : revision);
	const isStepBack = STEPS_BACK.has(`${before?.status.at(-1)}${code}`);
	const isReopened = step.isReopened || deliveries.areReopened || isStepBack;
	const isKnown = before !== undefined && content !== '';
	const isIncomplete = isKnown && changes.length > 0 && lacksField(post);
	return { snapshot, changes, isReopened, isReturn: isReturn && changes.length > 0, isIncomplete };
}

/** Fingerprints of what a user can edit, while it can be edited. */
function fingerprintsOf(
	post: IDataObject,
	status: StatusHistory,
): Pick<Snapshot, 'content' | 'schedule'> {
	if (!hasCurrentStatus(status, 'ds')) return {};
	return {
		content: fingerprintOf(readWrittenParts(post)),
		schedule: fingerprintOf(readScheduleParts(post)),
	};
}

/** A post without a status of its own is open again as soon as one of its deliveries is. */
function codeOfPost(
	status: string | undefined,
	before: Snapshot | undefined,
	deliveries: Deliveries,
): string | undefined {
	if (status !== undefined) return POST_CODES.get(status);
	const hadEnded = hasCurrentStatus(before?.status ?? '', FINAL_POST_CODES);
	const isOpen = Object.values(deliveries).some((history) => history.endsWith(WAITING));
	return hadEnded && isOpen ? WAITING : undefined;
}

/** Whether a post states no time, text or destinations: the list may leave them out for good, or only now. */
function lacksField(post: IDataObject): boolean {
	const isTimeMissing =
		readLifecycleStatus(post) === 'scheduled' && readScheduledMs(post) === undefined;
	return isTimeMissing || !statesContent(post);
}

/** Whether a fingerprint has changed. There is none while the post cannot be edited. */
function isOther(before: string | undefined, now: string | undefined): boolean {
	return before !== undefined && now !== undefined && before !== now;
}

/**
 * Whether a post has ended, by its own status, but shows no outcome of any delivery. The service promises these outcomes, so
 * missing ones prove nothing.
 */
export function hidesOutcomes(post: IDataObject): boolean {
	const deliveries = readDeliveries(post) ?? [];
	return FINAL.has(phase(post)) && deliveries.every(({ status }) => status === undefined);
}

function compareDeliveries(
	postId: string,
	post: IDataObject,
	before: Deliveries = {},
): { snapshots: Deliveries; changes: RecordChange[]; areReopened: boolean } {
	const deliveries = hidesOutcomes(post) ? undefined : readDeliveries(post);
	if (deliveries === undefined) return { snapshots: before, changes: [], areReopened: false };
	const snapshots: Deliveries = {};
	const changes: RecordChange[] = [];
	let areReopened = false;
	for (const delivery of deliveries) {
		const { key, id, accountId, status, endedMs } = delivery;
		const fingerprint = fingerprintOf(key);
		const code = codeOfDelivery(delivery, before[fingerprint]);
		const step = recordStatus(before[fingerprint], code, FINAL_DELIVERY_CODES);
		snapshots[fingerprint] = step.history;
		areReopened ||= step.isReopened;
		if (!step.hasChanged || code === WAITING) continue;
		const data = { post_id: postId, destination_id: id, account_id: accountId, status };
		changes.push({ type: `delivery.${status}`, eventKey: [key, step.count], data, endedMs });
	}
	return { snapshots, changes, areReopened };
}

/** A delivery without an outcome is open. A published one stays published, even if the list omits its outcome. */
function codeOfDelivery(
	{ status }: Delivery,
	before: StatusHistory | undefined,
): string | undefined {
	if (status !== undefined) return DELIVERY_CODES.get(status) ?? WAITING;
	return before?.endsWith('p') === true ? undefined : WAITING;
}
