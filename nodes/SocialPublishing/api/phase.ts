import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import {
	FINAL_DELIVERY_STATUSES,
	hasEnded,
	isPending,
	isUnderWay,
	isWaiting,
	readDestinationStatus,
	showsAttempt,
	statesNoOutcome,
} from './readings/delivery';
import { readPostLinks } from './readings/outcome';
import { hasTime, isIdleStatus, readDestinations, readPostStatus } from './readings/post';
import { readScheduledMs } from './readings/times';

const OUTCOMES = ['published', 'partial', 'failed'] as const;
type Outcome = (typeof OUTCOMES)[number];

/** Where a post stands. One that is `leaving` is probably on its way, but nothing shows that a delivery has begun. */
export type Phase =
	| 'draft'
	| 'scheduled'
	| 'cancelled'
	| 'leaving'
	| 'publishing'
	| Outcome
	| 'unknown';

/** The phases of a post that has ended. */
export const FINAL: ReadonlySet<string | undefined> = new Set(OUTCOMES);

/** The phases of a post that the service has certainly accepted for publication. */
export const HANDED_OVER: ReadonlySet<string | undefined> = new Set(['publishing', ...OUTCOMES]);

/**
 * The phase of a post: the only answer to whether it is a draft, scheduled, out, ended or unknown. The first row that
 * applies decides. What was sent never goes away, so a delivery that has begun outweighs an own status that is idle.
 *
 * | own status                  | deliveries                               | phase                              |
 * | --------------------------- | ---------------------------------------- | ---------------------------------- |
 * | published, partial, failed  | any                                      | the own status                     |
 * | any                         | all have ended                           | `outcomeOf`                        |
 * | cancelled                   | some have begun, none is under way       | `outcomeOf`                        |
 * | any                         | some have begun, or the own status is    | publishing                         |
 * |                             | that of a delivery that has              |                                    |
 * | draft, scheduled, cancelled | none has begun                           | the own status                     |
 * | none                        | all are draft, scheduled or cancelled    | their status                       |
 * | none; not known to be sent  | pending or null, no trace of an attempt  | draft; scheduled with a time ahead |
 * | none                        | some are pending, queued or null         | leaving                            |
 * | any                         | any                                      | unknown                            |
 *
 * A time alone shows nothing: a draft may keep that of a cancelled schedule. Only beside pending deliveries does the
 * answer depend on the clock.
 *
 * @param wasSent the post was sent, so a delivery that is pending is on its way although nothing else shows that
 */
export function phase(post: IDataObject, wasSent = false): Phase {
	const own = readPostStatus(post);
	const stated = OUTCOMES.find((outcome) => outcome === own);
	if (stated !== undefined) return stated;
	const destinations = readDestinations(post);
	const statuses = destinations.map(readDestinationStatus);
	if ([own, ...statuses].some(hasBegun)) {
		const isCancelled = own === 'cancelled' && !statuses.some(isUnderWay);
		const isOver = isCancelled || destinations.every(hasEnded);
		return isOver && statuses.length > 0 ? outcomeOf(statuses) : 'publishing';
	}
	if (own !== undefined) return isIdleStatus(own) ? own : 'unknown';
	const [shared, ...others] = new Set(statuses);
	if (others.length === 0 && isIdleStatus(shared)) return shared;
	if (!statuses.some(isWaiting) && !destinations.some(statesNoOutcome)) return 'unknown';
	const isPendingOnly = statuses.every(
		(status) => status === undefined || status === 'draft' || isPending(status),
	);
	const hasTrace = wasSent || showsAttempt(post) || readPostLinks(post).length > 0;
	if (!isPendingOnly || hasTrace) return 'leaving';
	if (hasTime(post) !== true) return 'draft';
	return (readScheduledMs(post) ?? 0) > clock.now() ? 'scheduled' : 'leaving';
}

/** The outcome of a post from the statuses of its deliveries, if no other delivery begins. */
export function outcomeOf(statuses: Array<string | undefined>): Outcome {
	if (statuses.every((status) => status === 'published')) return 'published';
	const isOut = statuses.some((status) => status === 'published' || status === 'partial');
	return isOut ? 'partial' : 'failed';
}

function hasBegun(status: string | undefined): boolean {
	return status === 'partial' || isUnderWay(status) || FINAL_DELIVERY_STATUSES.has(status ?? '');
}

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
	if (hasTime(post) === true) return false;
	return (own === undefined && now === 'unknown' && hasTime(post) === false) || undefined;
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
			return hasTime(post);
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
		if (hasTime(post) === false || now === 'draft') return false;
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
		const stored = isRounded ? { ...body, scheduled_at: new Date(keptMs).toISOString() } : body;
		return shows(post, stored);
	};
}

const MINUTE_MS = 60_000;

/** Services may store a time without its milliseconds. Pure. */
export function isSameInstant(actualMs: number | undefined, requested: unknown): boolean {
	if (actualMs === undefined || typeof requested !== 'string') return false;
	return Math.abs(actualMs - Date.parse(requested)) < 1_000;
}
