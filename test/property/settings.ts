import type { Parameters } from 'fast-check';

/** Outside CI, property tests run one case in eight, so that `npm test` takes minutes. */
const CI_CASES_PER_LOCAL_CASE = 8;

/**
 * How many cases a property test runs, and from which seed: PROPERTY_RUNS and PROPERTY_SEED override what CI uses. A failure
 * names the seed and the path that repeat it; PROPERTY_PATH takes the latter.
 */
export function settings(runsInCi: number): Parameters<unknown> {
	const { CI, PROPERTY_RUNS, PROPERTY_SEED, PROPERTY_PATH, CANARY } = process.env;
	const runs = CI === undefined ? Math.ceil(runsInCi / CI_CASES_PER_LOCAL_CASE) : runsInCi;
	return {
		numRuns: Number(PROPERTY_RUNS ?? runs),
		seed: Number(PROPERTY_SEED ?? 20_261_122),
		...(PROPERTY_PATH !== undefined && { path: PROPERTY_PATH }),
		// A failure that a canary causes need not be shrunk.
		endOnFailure: CANARY !== undefined,
	};
}

/** Time limit of a property test, in milliseconds. */
export const PROPERTY_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
