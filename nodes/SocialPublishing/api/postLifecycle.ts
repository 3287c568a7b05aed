import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { FINAL, HANDED_OVER, phase } from './phase';
import { readPostStatus, readScheduledAt } from './readings/post';
import { readScheduledMs } from './readings/times';

/**
 * The status of a post in events and outputs: its own until it has ended, which may be any word of the service; otherwise
 * that of its phase. Undefined if unknown.
 *
 * @param wasSent as for `phase`
 */
export function readLifecycleStatus(post: IDataObject, wasSent = false): string | undefined {
	const own = readPostStatus(post);
	const now = phase(post, wasSent);
	if (own !== undefined && !FINAL.has(now)) return own;
	if (now === 'leaving') return 'publishing';
	return now === 'unknown' ? undefined : now;
}

/** Whether a post does not show if it was sent: it states no status, and its deliveries are pending. */
export const mayBeSent = (post: IDataObject): boolean => phase(post) !== phase(post, true);

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

/** The reading for the effect of a publication. For a moment, an accepted post may still look like a draft. */
export const showsPublication: EffectReading = (post) => HANDED_OVER.has(phase(post)) || undefined;

/**
 * The reading for the effect of a cancellation. To the service, a post that says so is cancelled even if it went out on
 * some accounts.
 */
export const showsCancellation: EffectReading = (post) => {
	const now = phase(post);
	const own = readPostStatus(post);
	if (own === 'cancelled' || now === 'cancelled' || now === 'draft') return true;
	if (now === 'scheduled' || HANDED_OVER.has(now)) return false;
	// No status tells, so the time does.
	if (readScheduledAt(post) !== undefined) return false;
	return (own === undefined && now === 'unknown' && post.scheduled_at === null) || undefined;
};

/** Returns the reading for the effect of a schedule. Without a body, any time counts. */
export function showsSchedule(command: SchedulingCommand): EffectReading {
	return (post, body) => {
		const now = phase(post);
		const isOut = HANDED_OVER.has(now);
		if (body === undefined) {
			// Another run may have scheduled it for any time.
			if (isOut || now === 'scheduled') return true;
			if (now === 'draft' || now === 'cancelled') return false;
			// No status tells, so the time does.
			if (readScheduledAt(post) !== undefined) return true;
			return post.scheduled_at === null ? false : undefined;
		}
		if (now === 'cancelled') return false;
		// It has gone out before the requested time, even if the clocks differ.
		const earliestMs = Date.parse(String(body.scheduled_at)) - CLOCK_TOLERANCE_MS;
		if (isOut && clock.now() < earliestMs) return false;
		const scheduledMs = readScheduledMs(post);
		if (scheduledMs !== undefined) {
			const isSame = isSameInstant(scheduledMs, body.scheduled_at);
			// A draft may keep the time of a schedule that was cancelled.
			return isSame && now === 'draft' ? undefined : isSame;
		}
		// A post that has gone out may no longer state its time.
		if (command === 'schedule' && isOut) return true;
		if (post.scheduled_at === null || now === 'draft') return false;
		return command === 'schedule' && now === 'scheduled' ? true : undefined;
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

/** Services may store a time without its milliseconds. Pure. */
export function isSameInstant(actualMs: number | undefined, requested: unknown): boolean {
	if (actualMs === undefined || typeof requested !== 'string') return false;
	return Math.abs(actualMs - Date.parse(requested)) < 1_000;
}
