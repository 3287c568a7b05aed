import type { Parameters } from 'fast-check';

/**
 * How often a generator runs, and from which seed: GENERATOR_RUNS and GENERATOR_SEED override what CI uses. A failure
 * names the seed and the path that repeat it; GENERATOR_PATH takes the latter.
 */
export function settings(runsInCi: number): Parameters<unknown> {
	const { GENERATOR_RUNS, GENERATOR_SEED, GENERATOR_PATH, SABOTAGE } = process.env;
	return {
		numRuns: Number(GENERATOR_RUNS ?? runsInCi),
		seed: Number(GENERATOR_SEED ?? 20_261_122),
		...(GENERATOR_PATH !== undefined && { path: GENERATOR_PATH }),
		// What has been sabotaged need not be shrunk.
		endOnFailure: SABOTAGE !== undefined,
	};
}

/** Time for a generator that runs as often as asked for, in milliseconds. */
export const GENERATOR_TIMEOUT_MS = 24 * 60 * 60 * 1_000;
