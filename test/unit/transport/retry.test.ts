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
const noRetries: RetriesSoFar = { faults: 0, conflicts: 0, rateLimitWaitMs: 0 };

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

const action = (safety: Safety, result: AttemptResult, retries = noRetries) =>
	decide(safety, result, retries, 0.5).action;

describe('decide', () => {
	it.each([
		// The status, then the action for each safety.
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
	])(
		'returns after status %s, if the call is safe: %s; keyed: %s; idempotent: %s; unrepeatable: %s',
		(status, ...expected) => {
			const mayHaveHadEffect = status === undefined || status === 408 || status >= 500;
			const results = safeties.map((safety) =>
				action(safety, outcome(status, { mayHaveHadEffect })),
			);
			expect(results).toEqual(expected);
		},
	);

	it('retries any command that never reached the service', () => {
		expect(action('unrepeatable', outcome(undefined, { mayHaveHadEffect: false }))).toBe('retry');
	});

	it('does not retry changed input with a known key', () => {
		expect(action('keyed', outcome(409, { conflict: 'changedInput' }))).toBe('refuse');
	});

	it('does not retry after a guard other than the rate limit refused', () => {
		expect(action('unrepeatable', outcome(429, { isOtherGuard: true }))).toBe('refuse');
	});

	it('waits for as long as the service requests', () => {
		const decision = decide('safe', outcome(503, { retryAfterMs: 7_000 }), noRetries, 0);
		expect(decision).toEqual({ action: 'retry', afterMs: 7_000, because: 'fault' });
		const limited = decide('unrepeatable', outcome(429, { retryAfterMs: 42_000 }), noRetries, 0);
		expect(limited).toEqual({ action: 'retry', afterMs: 42_000, because: 'rateLimit' });
	});

	it('does not wait for an hour', () => {
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
	const retries = { ...noRetries };
	let waitedMs = 0;
	for (let tries = 1; ; tries++) {
		const result = outcomes[Math.min(tries, outcomes.length) - 1];
		if (result === undefined) throw new Error('No outcome');
		const decision = decide(safety, result, retries, random);
		if (decision.action !== 'retry') return { tries, waitedMs, decision };
		if (tries > 1_000) return { tries, waitedMs, decision };
		waitedMs += decision.afterMs;
		if (decision.because === 'fault') retries.faults++;
		if (decision.because === 'conflict') retries.conflicts++;
		if (decision.because === 'rateLimit') retries.rateLimitWaitMs += decision.afterMs;
	}
}

describe('decide, for any responses of the service,', () => {
	const anyPlay = fc.tuple(
		fc.constantFrom(...safeties),
		fc.array(anyOutcome, { minLength: 1, maxLength: 30 }),
		fc.double({ min: 0, max: 1, noNaN: true }),
	);

	it('limits the number of attempts and the total wait', () => {
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

	it('never retries an unrepeatable command that may have taken effect', () => {
		fc.assert(
			fc.property(anyOutcome, fc.nat(3), (result, faults) => {
				const decision = decide('unrepeatable', result, { ...noRetries, faults }, 0.5);
				const isRefusedForRate = result.status === 429;
				if (decision.action === 'retry' && !isRefusedForRate) {
					expect(result.mayHaveHadEffect).toBe(false);
				}
			}),
		);
	});

	it('never waits for less than requested, except that a conflict waits for a minute at most', () => {
		fc.assert(
			fc.property(fc.constantFrom(...safeties), anyOutcome, (safety, result) => {
				const decision = decide(safety, result, noRetries, 0);
				if (decision.action !== 'retry') return;
				const asked = Math.min(result.retryAfterMs ?? 0, RATE_LIMIT_BUDGET_MS);
				const longest = decision.because === 'conflict' ? 60_000 : Infinity;
				expect(decision.afterMs).toBeGreaterThanOrEqual(Math.min(asked, longest));
				expect(decision.afterMs).toBeGreaterThan(0);
			}),
		);
	});
});

describe('isTooLate', () => {
	const MINUTE_MS = 60_000;

	it.each(safeties)('allows a %s request within an hour', (safety) => {
		expect(isTooLate(safety, 0, 60 * MINUTE_MS)).toBe(false);
	});

	it.each<[Safety, boolean]>([
		['safe', false],
		['keyed', true],
		['idempotent', false],
		['unrepeatable', false],
	])('returns for a %s request after more than an hour: %s', (safety, isLate) => {
		expect(isTooLate(safety, 0, 61 * MINUTE_MS)).toBe(isLate);
	});
});
