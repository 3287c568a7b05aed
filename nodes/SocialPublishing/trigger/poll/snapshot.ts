import { fingerprintOf } from '../fingerprint';

/**
 * The stored history of a status, one letter each: the final statuses, oldest first, then the current status if it is not
 * final. A delivery that failed, was retried and is under way again has the history `fw`. Repeated statuses are counted:
 * `40f` is 40 times `f`.
 */
export type StatusHistory = string;

/** Status histories of deliveries, by the fingerprint of their key. */
export type Deliveries = Record<string, StatusHistory>;

/** The stored snapshot of a record; only a post has more than its status. */
export interface Snapshot {
	status: StatusHistory;
	deliveries?: Deliveries;
	/** Fingerprints of the content and the schedule while the post can be edited. */
	content?: string;
	schedule?: string;
	/** Fingerprints of the states that the post has left, oldest first; forgotten when it ends. */
	past?: string[];
	/** How often the post has returned to an earlier state; forgotten when it ends. */
	returns?: number;
}

interface StatusUpdate {
	history: StatusHistory;
	hasChanged: boolean;
	/** Whether a final status has been left: now, or before the same status came again. */
	isReopened: boolean;
	/** How often the status has been current, including now. */
	count: number;
	/** How often a final status has been current, including now. */
	finalCount: number;
}

/**
 * Adds the current status to a history. Pure.
 *
 * @param before empty for a new record
 * @param current undefined if unknown, which changes nothing
 * @param finals the final statuses
 */
export function recordStatus(
	before: StatusHistory = '',
	current: string | undefined,
	finals: string,
): StatusUpdate {
	const last = before.at(-1) ?? '';
	const isSame = current === undefined || current === last;
	const past = finals.includes(last) ? before : before.slice(0, -1);
	const history = isSame ? before : append(past, current);
	const counts = countsIn(history);
	const count = counts.get(history.at(-1) ?? '') ?? 0;
	return {
		history,
		hasChanged: !isSame,
		isReopened: !isSame && (hasCurrentStatus(before, finals) || count > 1),
		count,
		finalCount: [...finals].reduce((sum, status) => sum + (counts.get(status) ?? 0), 0),
	};
}

/** Whether the current status is one of these. */
export function hasCurrentStatus(history: StatusHistory, statuses: string): boolean {
	return statuses.includes(history.at(-1) ?? '-');
}

function append(past: StatusHistory, current: string): StatusHistory {
	const counted = [...countsIn(past)].map(([status, count]) =>
		count === 1 ? status : `${count}${status}`,
	);
	return `${counted.join('')}${current}`;
}

function countsIn(history: StatusHistory): Map<string, number> {
	const counts = new Map<string, number>();
	for (const [, count = '', status = ''] of history.matchAll(/(\d*)(\D)/g)) {
		counts.set(status, (counts.get(status) ?? 0) + Number(count || 1));
	}
	return counts;
}

/** How many states of a post are remembered. */
const MAX_PAST_STATES = 20;

/** Adds the state that a post has left to those it left earlier, and notices a return to one of these. Pure. */
export function recordState(
	before: Snapshot | undefined,
	now: Snapshot,
): Pick<Snapshot, 'past' | 'returns'> & { isReturn: boolean } {
	if (before === undefined) return { isReturn: false };
	const { past = [], returns = 0 } = before;
	const [left, current] = [fingerprintOfState(before), fingerprintOfState(now)];
	if (left === current) return { past, returns, isReturn: false };
	const isReturn = past.includes(current);
	const others = past.filter((each) => each !== current && each !== left);
	return {
		past: [...others, left].slice(-MAX_PAST_STATES),
		returns: returns + (isReturn ? 1 : 0),
		isReturn,
	};
}

function fingerprintOfState({ status, content, schedule }: Snapshot): string {
	return fingerprintOf([status.at(-1), content, schedule]);
}
