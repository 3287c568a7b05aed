/**
 * What sending a command a second time does.
 * - `safe`: nothing, as it only reads
 * - `keyed`: nothing, as the Idempotency-Key returns the first result
 * - `idempotent`: leaves the same state as sending it once
 * - `unrepeatable`: may take effect twice
 */
export type Safety = 'safe' | 'keyed' | 'idempotent' | 'unrepeatable';

export interface AttemptResult {
	/** HTTP status, or 500 for a fault in a successful response; undefined when no usable response arrived. */
	status: number | undefined;
	/** Whether the service may have carried out the command. */
	mayHaveHadEffect: boolean;
	/** `Retry-After` in milliseconds. */
	retryAfterMs: number | undefined;
	/** The meaning of a 409 for the Idempotency-Key. */
	conflict: 'running' | 'changedInput' | 'unknown';
	/** A 429 from a guard other than the rate limit: waiting is the user's decision. */
	isOtherGuard: boolean;
	/** The response is a refusal although its status is a success. */
	isRefusal?: boolean;
	/** The rate limit is used up, although the status of the response is not 429. */
	isRateLimit?: boolean;
}

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
export const CONFLICT_DELAYS_MS = {
	running: [1_000, 2_000, 4_000, 8_000, 15_000],
	unknown: [1_000, 3_000],
};
export const RATE_LIMIT_DEFAULT_DELAY_MS = 15_000;
/** The service keeps the result of a key for 24 hours. */
const KEY_RETENTION_MS = 24 * 60 * 60 * 1_000;
/** The retries of a command take minutes, unless the computer is suspended in between. */
const RETRY_WINDOW_MS = 60 * 60 * 1_000;
/** A command with an older key is not sent again. The remaining time allows for its retries and the service's clock. */
export const KEY_LIFETIME_MS = KEY_RETENTION_MS - RETRY_WINDOW_MS;
/** The longest total wait for the rate limit in one command: five of its windows. */
export const RATE_LIMIT_BUDGET_MS = 300_000;
/** If a server asks for a longer pause, the call is not retried. */
const MAX_FAULT_DELAY_MS = 60_000;

/**
 * Decides what follows from one attempt. Pure: the same arguments lead to the same decision.
 *
 * @param random from 0 to 1, spreads the retries of many executions
 */
export function decide(
	safety: Safety,
	outcome: AttemptResult,
	retries: RetriesSoFar,
	random: number,
): Decision {
	const { status } = outcome;
	if (isRateLimitRefusal(outcome)) return afterRateLimit(outcome, retries);
	if (isSuccess(status)) {
		if (!outcome.isRefusal) return { action: 'accept' };
		const isRunning = safety === 'keyed' && outcome.conflict === 'running';
		return isRunning ? afterConflict(outcome, retries) : { action: 'refuse' };
	}
	if (status === 409 && safety === 'keyed') return afterConflict(outcome, retries);
	if (!isFault(status)) return { action: 'refuse' };
	if (safety === 'unrepeatable' && outcome.mayHaveHadEffect) return { action: 'giveUp' };
	return afterFault(outcome, retries, random);
}

/** Whether the service may have forgotten the key of a command since its first attempt. */
export function isTooLate(safety: Safety, startedAtMs: number, nowMs: number): boolean {
	return safety === 'keyed' && nowMs > startedAtMs + RETRY_WINDOW_MS;
}

export function isRateLimitRefusal({ status, isRateLimit }: AttemptResult): boolean {
	return status === 429 || isRateLimit === true;
}

function afterFault(outcome: AttemptResult, retries: RetriesSoFar, random: number): Decision {
	if (retries.faults >= FAULT_RETRIES) return { action: 'giveUp' };
	const backoffMs = FIRST_FAULT_DELAY_MS * 2 ** retries.faults * (0.75 + random / 2);
	const afterMs = Math.max(outcome.retryAfterMs ?? 0, Math.round(backoffMs));
	if (afterMs > MAX_FAULT_DELAY_MS) return { action: 'giveUp' };
	return { action: 'retry', afterMs, because: 'fault' };
}

function afterConflict(outcome: AttemptResult, retries: RetriesSoFar): Decision {
	if (outcome.conflict === 'changedInput') return { action: 'refuse' };
	const delayMs = CONFLICT_DELAYS_MS[outcome.conflict][retries.conflicts];
	if (delayMs === undefined) return { action: 'refuse' };
	const afterMs = Math.min(Math.max(outcome.retryAfterMs ?? 0, delayMs), MAX_FAULT_DELAY_MS);
	return { action: 'retry', afterMs, because: 'conflict' };
}

/** The service does not carry out a command that it refuses with 429, so any command can be sent again. */
function afterRateLimit(outcome: AttemptResult, retries: RetriesSoFar): Decision {
	if (outcome.isOtherGuard) return { action: 'refuse' };
	const askedMs = outcome.retryAfterMs ?? RATE_LIMIT_DEFAULT_DELAY_MS;
	// The pauses grow where the requested pause is not enough.
	const afterMs = Math.max(askedMs, 1_000, Math.round(retries.rateLimitWaitMs / 4));
	if (retries.rateLimitWaitMs + afterMs > RATE_LIMIT_BUDGET_MS) return { action: 'refuse' };
	return { action: 'retry', afterMs, because: 'rateLimit' };
}

const ASCTIME = /^[A-Za-z]{3} [A-Za-z]{3} [ \d]\d [\d:]{8} \d{4}$/;

/** Reads `Retry-After`: seconds, or an HTTP date. Undefined when absent or unreadable. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
	const text = (header ?? '').trim();
	if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text) * 1_000);
	// An HTTP date starts with the day of the week; `Date.parse` alone accepts much that is not a date.
	const isDate = /^[A-Za-z]/.test(text);
	// The oldest of the three forms of an HTTP date does not state that it is in GMT.
	const dateMs = isDate ? Date.parse(ASCTIME.test(text) ? `${text} GMT` : text) : Number.NaN;
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

// reading(code or message of a conflict with an idempotency key)
const ABOUT_KEY = /idempot|\bkey\b|request|input|payload/i;
const RUNNING =
	/running|progress|pending|in.?flight|processing|being.(processed|handled|executed)|concurrent|\bstill\b|ongoing|under.?way|not.(yet.)?(finish|complet)|\bbusy/i;
const CHANGED_INPUT = /mismatch|re-?us|\bother\b|different|changed|already.used|not.match/i;

/**
 * The code of a 409 is not specified, so the message is read as well. If neither mentions the key or the request,
 * the conflict is about the state of the record.
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

export function isSuccess(status: number | undefined): boolean {
	return status !== undefined && status >= 200 && status < 300;
}

const REDIRECT_STATUSES: unknown[] = [301, 302, 303, 307, 308];

export function isRedirect(status: number | undefined): boolean {
	return REDIRECT_STATUSES.includes(status);
}

/** The record does not exist, or no longer exists. */
export function isNotFound(status: number | undefined): boolean {
	return status === 404 || status === 410;
}

/** No response, a fault of the server, or a timeout reported by a proxy. */
export function isFault(status: number | undefined): boolean {
	return status === undefined || status >= 500 || status === 408;
}
