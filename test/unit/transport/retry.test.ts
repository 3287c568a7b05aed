import fc from 'fast-check';

import {
	decide,
	FAULT_RETRIES,
	isTooLate,
	RATE_LIMIT_BUDGET_MS,
	type AttemptResult,
	type Safety,
	type RetriesSoFar,
} from '../../../nodes/SocialPublishing/transport/retry';

const safeties: Safety[] = ['safe', 'keyed', 'idempotent', 'unrepeatable'];
const nothingSpent: RetriesSoFar = { faults: 0, conflicts: 0, rateLimitWaitMs: 0 };

function outcome(status: number | undefined, more: Partial<AttemptResult> = {}): AttemptResult {
	return {
		status,
		mayHaveHadEffect: status === undefined || status >= 500,
		retryAfterMs: undefined,
		conflict: 'unknown',
		isOtherGuard: false,
		...more,
	};
}

const action = (safety: Safety, result: AttemptResult, spent = nothingSpent) =>
	decide(safety, result, spent, 0.5).action;

describe('the decision after one attempt', () => {
	it.each([
		// The status, then the action for a read, a keyed, a repeatable and a once-only command.
		[200, 'accept', 'accept', 'accept', 'accept'],
		[202, 'accept', 'accept', 'accept', 'accept'],
		[204, 'accept', 'accept', 'accept', 'accept'],
		[301, 'refuse', 'refuse', 'refuse', 'refuse'],
		[400, 'refuse', 'refuse', 'refuse', 'refuse'],
		[401, 'refuse', 'refuse', 'refuse', 'refuse'],
		[403, 'refuse', 'refuse', 'refuse', 'refuse'],
		[404, 'refuse', 'refuse', 'refuse', 'refuse'],
		[408, 'retry', 'retry', 'retry', 'giveUp'],
		[409, 'refuse', 'retry', 'refuse', 'refuse'],
		[412, 'refuse', 'refuse', 'refuse', 'refuse'],
		[422, 'refuse', 'refuse', 'refuse', 'refuse'],
		[428, 'refuse', 'refuse', 'refuse', 'refuse'],
		[429, 'retry', 'retry', 'retry', 'retry'],
		[500, 'retry', 'retry', 'retry', 'giveUp'],
		[502, 'retry', 'retry', 'retry', 'giveUp'],
		[503, 'retry', 'retry', 'retry', 'giveUp'],
		[undefined, 'retry', 'retry', 'retry', 'giveUp'],
	])('status %s', (status, ...expected) => {
		const mayHaveHadEffect = status === undefined || status === 408 || status >= 500;
		const results = safeties.map((safety) => action(safety, outcome(status, { mayHaveHadEffect })));
		expect(results).toEqual(expected);
	});

	it('any command that never reached the service is sent again', () => {
		expect(action('unrepeatable', outcome(undefined, { mayHaveHadEffect: false }))).toBe('retry');
	});

	it('changed input with an old key is not retried', () => {
		expect(action('keyed', outcome(409, { conflict: 'changedInput' }))).toBe('refuse');
	});

	it('a guard other than the rate limit is left to the user', () => {
		expect(action('unrepeatable', outcome(429, { isOtherGuard: true }))).toBe('refuse');
	});

	it('a wait that the service requests is respected', () => {
		const decision = decide('safe', outcome(503, { retryAfterMs: 7_000 }), nothingSpent, 0);
		expect(decision).toEqual({ action: 'retry', afterMs: 7_000, because: 'fault' });
		const limited = decide('unrepeatable', outcome(429, { retryAfterMs: 42_000 }), nothingSpent, 0);
		expect(limited).toEqual({ action: 'retry', afterMs: 42_000, because: 'rateLimit' });
	});

	it('a wait of an hour is reported instead of respected', () => {
		const anHourMs = 3_600_000;
		expect(action('safe', outcome(503, { retryAfterMs: anHourMs }))).toBe('giveUp');
		expect(action('safe', outcome(429, { retryAfterMs: anHourMs }))).toBe('refuse');
	});
});

const anyOutcome: fc.Arbitrary<AttemptResult> = fc
	.record({
		status: fc.option(fc.constantFrom(200, 404, 408, 409, 412, 429, 500, 503), {
			nil: undefined,
		}),
		mayHaveHadEffect: fc.boolean(),
		retryAfterMs: fc.option(fc.integer({ min: 0, max: 4_000_000 }), { nil: undefined }),
		conflict: fc.constantFrom('running', 'changedInput', 'unknown'),
		isOtherGuard: fc.boolean(),
	})
	.map((record) => ({ ...record, mayHaveHadEffect: record.mayHaveHadEffect }));

/** Runs a command against a list of outcomes, the last of which repeats. */
function play(safety: Safety, outcomes: AttemptResult[], random: number) {
	const spent = { ...nothingSpent };
	let waitedMs = 0;
	for (let tries = 1; ; tries++) {
		const result = outcomes[Math.min(tries, outcomes.length) - 1];
		if (result === undefined) throw new Error('No outcome');
		const decision = decide(safety, result, spent, random);
		if (decision.action !== 'retry') return { tries, waitedMs, decision };
		if (tries > 1_000) return { tries, waitedMs, decision };
		waitedMs += decision.afterMs;
		if (decision.because === 'fault') spent.faults++;
		if (decision.because === 'conflict') spent.conflicts++;
		if (decision.because === 'rateLimit') spent.rateLimitWaitMs += decision.afterMs;
	}
}

describe('for any behavior of the service', () => {
	const anyPlay = fc.tuple(
		fc.constantFrom(...safeties),
		fc.array(anyOutcome, { minLength: 1, maxLength: 30 }),
		fc.double({ min: 0, max: 1, noNaN: true }),
	);

	it('the attempts and the waiting end', () => {
		fc.assert(
			fc.property(anyPlay, ([safety, outcomes, random]) => {
				const { tries, waitedMs } = play(safety, outcomes, random);
				expect(tries).toBeLessThanOrEqual(RATE_LIMIT_BUDGET_MS / 1_000 + FAULT_RETRIES + 7);
				const faultsMs = FAULT_RETRIES * 60_000;
				const conflictsMs = 5 * 60_000;
				expect(waitedMs).toBeLessThanOrEqual(RATE_LIMIT_BUDGET_MS + 1_000 + faultsMs + conflictsMs);
			}),
		);
	});

	it('a command that may only be sent once is never retried after it may have worked', () => {
		fc.assert(
			fc.property(anyOutcome, fc.nat(3), (result, faults) => {
				const decision = decide('unrepeatable', result, { ...nothingSpent, faults }, 0.5);
				const isRefusedForRate = result.status === 429;
				if (decision.action === 'retry' && !isRefusedForRate) {
					expect(result.mayHaveHadEffect).toBe(false);
				}
			}),
		);
	});

	it('a wait is never shorter than requested, except for a conflict of an hour', () => {
		fc.assert(
			fc.property(fc.constantFrom(...safeties), anyOutcome, (safety, result) => {
				const decision = decide(safety, result, nothingSpent, 0);
				if (decision.action !== 'retry') return;
				const asked = Math.min(result.retryAfterMs ?? 0, RATE_LIMIT_BUDGET_MS);
				const longest = decision.because === 'conflict' ? 60_000 : Infinity;
				expect(decision.afterMs).toBeGreaterThanOrEqual(Math.min(asked, longest));
				expect(decision.afterMs).toBeGreaterThan(0);
			}),
		);
	});
});

describe('a repeat after the computer was suspended', () => {
	const MINUTE_MS = 60_000;

	it.each(safeties)('a %s request is in time within an hour', (safety) => {
		expect(isTooLate(safety, 0, 60 * MINUTE_MS)).toBe(false);
	});

	it.each<[Safety, boolean]>([
		['safe', false],
		['keyed', true],
		['idempotent', false],
		['unrepeatable', false],
	])('after more than an hour, whether a %s request is too late: %s', (safety, isLate) => {
		expect(isTooLate(safety, 0, 61 * MINUTE_MS)).toBe(isLate);
	});
});
