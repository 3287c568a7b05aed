import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { readPublicationState } from './publication';
import { FINAL_DELIVERY_STATUSES, readDestinationStatus } from './readings/delivery';
import { isFinalStatus, readDestinations, readPostStatus, readScheduledAt } from './readings/post';
import { readScheduledMs } from './readings/times';

/**
 * The status of a post: `draft`, `scheduled`, `publishing`, `published`, `partial`, `failed`, or another word of the
 * service; undefined if unknown. Once every delivery has ended, it follows from the deliveries, unless the post's own
 * status is final.
 *
 * @param wasSent the post was sent, so a delivery that is pending is on its way although nothing else shows that
 */
export function readLifecycleStatus(post: IDataObject, wasSent = false): string | undefined {
	const own = readPostStatus(post);
	if (isFinalStatus(own)) return own;
	const derived = readPublicationState({ ...post, status: undefined }, false, wasSent);
	const { published, failed } = derived.deliveries;
	const hasEnded = published.length + failed.length > 0;
	if (derived.settled && hasEnded) return derived.status;
	return own ?? (derived.status === 'unknown' ? undefined : derived.status);
}

/** Whether a post does not show if it was sent: it states no status, and its deliveries are pending. */
export function mayBeSent(post: IDataObject): boolean {
	return readLifecycleStatus(post) !== readLifecycleStatus(post, true);
}

const HANDED_OVER = new Set(['publishing', 'partial', ...FINAL_DELIVERY_STATUSES]);

/**
 * True for a post that the service has accepted for publication. Undefined for any other status: for a moment, an accepted
 * post may still look like a draft.
 */
export function isHandedOver(post: IDataObject): true | undefined {
	const states = [readPostStatus(post), ...readDestinations(post).map(readDestinationStatus)];
	return states.some((state) => state !== undefined && HANDED_OVER.has(state)) || undefined;
}

/** How much the clocks of n8n and the service may differ. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

export type SchedulingCommand = 'schedule' | 'reschedule';

/** Whether a post shows the effect of a command with this body; undefined if uncertain. */
export type EffectReading = (post: IDataObject, body?: IDataObject) => boolean | undefined;

/**
 * Whether a post shows the effect of a command that the service has accepted; undefined if uncertain.
 *
 * @param answer the post in the response to the command
 */
export type AcceptedReading = (
	post: IDataObject,
	body: IDataObject,
	answer: IDataObject,
) => boolean | undefined;

/** Returns the reading for the effect of a schedule. Without a body, any time counts. */
export function showsSchedule(command: SchedulingCommand): EffectReading {
	return (post, body) => {
		// Another run may have scheduled it for any time.
		if (body === undefined) return isOnItsWay(post);
		const scheduledMs = readScheduledMs(post);
		const status = readPostStatus(post);
		if (status === 'cancelled') return false;
		// It has gone out before the requested time.
		if (isHandedOver(post) && isAhead(body.scheduled_at)) return false;
		if (scheduledMs !== undefined) {
			const isSame = isSameInstant(scheduledMs, body.scheduled_at);
			// A draft may keep the time of a schedule that was cancelled.
			return isSame && status === 'draft' ? undefined : isSame;
		}
		// A post that has gone out may no longer state its time.
		if (command === 'schedule' && isHandedOver(post)) return true;
		if (post.scheduled_at === null) return false;
		if (status === 'draft') return false;
		return command === 'schedule' ? status === 'scheduled' : undefined;
	};
}

/** As `showsSchedule`, for an accepted command. Services may store a time without its seconds, or rounded to the minute. */
export function showsAcceptedSchedule(command: SchedulingCommand): AcceptedReading {
	const shows = showsSchedule(command);
	return (post, body, answer) => {
		const keptMs = readScheduledMs(answer) ?? readScheduledMs(post);
		const isRounded =
			keptMs !== undefined &&
			keptMs % MINUTE_MS === 0 &&
			Math.abs(keptMs - Date.parse(String(body.scheduled_at))) < MINUTE_MS;
		return shows(
			post,
			isRounded ? { ...body, scheduled_at: new Date(keptMs).toISOString() } : body,
		);
	};
}

const MINUTE_MS = 60_000;

const UNSCHEDULED_STATUSES = new Set(['draft', 'cancelled']);

/** Whether a post is certainly neither scheduled nor accepted. Without a status of its own, its destinations decide. */
export function isUnscheduled(post: IDataObject): boolean {
	const status = readPostStatus(post);
	if (status !== undefined) return UNSCHEDULED_STATUSES.has(status);
	return post.scheduled_at === null && !isHandedOver(post);
}

/** As `isUnscheduled`, and false for a post that certainly is scheduled or accepted; undefined for any other. */
export function staysUnscheduled(post: IDataObject): boolean | undefined {
	if (isUnscheduled(post)) return true;
	const isScheduled = readPostStatus(post) === 'scheduled' || readScheduledAt(post) !== undefined;
	return isScheduled || isHandedOver(post) ? false : undefined;
}

/** Whether a post has been scheduled, for any time. */
function isOnItsWay(post: IDataObject): boolean {
	return readPostStatus(post) === 'scheduled' || isHandedOver(post) === true;
}

/** Whether a time is certainly in the future, even if the clocks of n8n and the service differ. */
function isAhead(time: unknown): boolean {
	return typeof time === 'string' && Date.parse(time) > clock.now() + CLOCK_TOLERANCE_MS;
}

/** Services may store a time without its milliseconds. Pure. */
export function isSameInstant(actualMs: number | undefined, requested: unknown): boolean {
	if (actualMs === undefined || typeof requested !== 'string') return false;
	return Math.abs(actualMs - Date.parse(requested)) < 1_000;
}
