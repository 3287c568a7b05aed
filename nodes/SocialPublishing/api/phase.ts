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
} from './readings/delivery';
import { readPostLinks } from './readings/outcome';
import { isIdleStatus, readDestinations, readPostStatus, readScheduledAt } from './readings/post';
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
 * | none; not known to be sent  | pending, and no trace of an attempt      | draft; scheduled with a time ahead |
 * | none                        | some are pending or queued               | leaving                            |
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
	if (!statuses.some(isWaiting)) return 'unknown';
	const isPendingOnly = statuses.every(
		(status) => status === undefined || status === 'draft' || isPending(status),
	);
	const hasTrace = wasSent || showsAttempt(post) || readPostLinks(post).length > 0;
	if (!isPendingOnly || hasTrace) return 'leaving';
	if (readScheduledAt(post) === undefined) return 'draft';
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
