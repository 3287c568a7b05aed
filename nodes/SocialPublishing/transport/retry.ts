import { isFault, isSuccess } from './status';

/**
 * What sending a command a second time does.
 * - `read`: nothing, it only reads
 * - `keyed`: nothing, the Idempotency-Key gives back the first result
 * - `repeatable`: leaves the same state as sending it once
 * - `once`: may take effect twice
 */
export type Safety = 'read' | 'keyed' | 'repeatable' | 'once';

/** What came of one try. */
export interface AttemptResult {
	/** HTTP status; undefined when no usable answer came. */
	status: number | undefined;
	/** Whether the service may have carried the command out. */
	mayHaveHadEffect: boolean;
	/** `Retry-After` in milliseconds. */
	retryAfterMs: number | undefined;
	/** What a 409 says of the Idempotency-Key. */
	conflict: 'running' | 'changedInput' | 'unknown';
	/** A 429 by another guard than the rate limit: waiting is the user's decision. */
	isOtherGuard: boolean;
	/** The answer says no although its status is one of success. */
	isRefusal?: boolean;
}

/** What the tries so far have used up. */
export interface RetriesSoFar {
	faults: number;
	conflicts: number;
	rateLimitWaitMs: number;
}

export type Decision =
	| { action: 'accept' }
	| { action: 'refuse' }
	| { action: 'giveUp' }
	| { action: 'retry'; afterMs: number; because: 'fault' | 'conflict' | 'rateLimit' };

export const FAULT_RETRIES = 4;
const FIRST_FAULT_DELAY_MS = 500;
const CONFLICT_DELAYS_MS = {
	running: [1_000, 2_000, 4_000, 8_000, 15_000],
	unknown: [1_000, 3_000],
};
const RATE_LIMIT_DEFAULT_DELAY_MS = 15_000;
/** Longest wait for the rate limit in one command: five of its windows. */
export const RATE_LIMIT_BUDGET_MS = 300_000;
/** A server that asks for a longer pause than this before a repeat is not worth waiting for. */
const LONGEST_FAULT_DELAY_MS = 60_000;

/**
 * Decides what follows from one try. Pure: the same arguments give the same decision.
 *
 * @param random from 0 to 1, spreads the repeats of many executions
 */
export function decide(
	safety: Safety,
	outcome: AttemptResult,
	spent: RetriesSoFar,
	random: number,
): Decision {
	const { status } = outcome;
	if (isSuccess(status)) {
		if (!outcome.isRefusal) return { action: 'accept' };
		const isRunning = safety === 'keyed' && outcome.conflict === 'running';
		return isRunning ? afterConflict(outcome, spent) : { action: 'refuse' };
	}
	if (status === 429) return afterRateLimit(outcome, spent);
	if (status === 409 && safety === 'keyed') return afterConflict(outcome, spent);
	if (!isFault(status)) return { action: 'refuse' };
	if (safety === 'once' && outcome.mayHaveHadEffect) return { action: 'giveUp' };
	return afterFault(outcome, spent, random);
}

function afterFault(outcome: AttemptResult, spent: RetriesSoFar, random: number): Decision {
	if (spent.faults >= FAULT_RETRIES) return { action: 'giveUp' };
	const backoffMs = FIRST_FAULT_DELAY_MS * 2 ** spent.faults * (0.75 + random / 2);
	const afterMs = Math.max(outcome.retryAfterMs ?? 0, Math.round(backoffMs));
	if (afterMs > LONGEST_FAULT_DELAY_MS) return { action: 'giveUp' };
	return { action: 'retry', afterMs, because: 'fault' };
}

function afterConflict(outcome: AttemptResult, spent: RetriesSoFar): Decision {
	if (outcome.conflict === 'changedInput') return { action: 'refuse' };
	const delayMs = CONFLICT_DELAYS_MS[outcome.conflict][spent.conflicts];
	if (delayMs === undefined) return { action: 'refuse' };
	const afterMs = Math.min(Math.max(outcome.retryAfterMs ?? 0, delayMs), LONGEST_FAULT_DELAY_MS);
	return { action: 'retry', afterMs, because: 'conflict' };
}

/** The service has not carried out a command that it refused with 429, so any command may be sent again. */
function afterRateLimit(outcome: AttemptResult, spent: RetriesSoFar): Decision {
	if (outcome.isOtherGuard) return { action: 'refuse' };
	const askedMs = outcome.retryAfterMs ?? RATE_LIMIT_DEFAULT_DELAY_MS;
	// Where what the service asks for does not do, the pauses grow.
	const afterMs = Math.max(askedMs, 1_000, Math.round(spent.rateLimitWaitMs / 4));
	if (spent.rateLimitWaitMs + afterMs > RATE_LIMIT_BUDGET_MS) return { action: 'refuse' };
	return { action: 'retry', afterMs, because: 'rateLimit' };
}

/** Reads `Retry-After`: seconds, or an HTTP date. Undefined when absent or unreadable. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
	const text = (header ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
	// An HTTP date begins with the day of the week; `Date.parse` alone takes much else for a date.
	const dateMs = /^[A-Za-z]/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

const ABOUT_KEY = /idempot|\bkey\b|request|input|payload/i;
const RUNNING =
	/running|progress|pending|in.?flight|processing|being.(processed|handled|executed)|concurrent|\bstill\b|ongoing|under.?way|not.(yet.)?(finish|complet)|\bbusy/i;
const CHANGED_INPUT = /mismatch|re-?us|\bother\b|different|changed|already.used|not.match/i;

/**
 * A 409 has no agreed code, so its code is asked first, then its words. One that does not speak of the key or
 * the request tells of the record's state.
 */
export function readConflict(
	code: string | undefined,
	message: string | undefined,
): AttemptResult['conflict'] {
	if (!ABOUT_KEY.test(`${code} ${message}`)) return 'unknown';
	for (const text of [code ?? '', message ?? '']) {
		if (RUNNING.test(text)) return 'running';
		if (CHANGED_INPUT.test(text)) return 'changedInput';
	}
	return 'unknown';
}
