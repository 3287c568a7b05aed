import { rotate } from './measureInterleaved';

/** What one run of a contender took in this process. */
export interface Sample {
	wallMs: number;
	/** Of all threads of this process. */
	cpuMs: number;
}

/**
 * Runs the contenders in turn, in rounds of varying order, so that other work on the machine affects all of them.
 *
 * @returns the samples of each contender, in the order of the rounds
 */
export async function interleave<Name extends string>(
	contenders: Record<Name, () => Promise<void>>,
	{ rounds, warmUpRounds }: { rounds: number; warmUpRounds: number },
): Promise<Record<Name, Sample[]>> {
	const entries = Object.entries<() => Promise<void>>(contenders);
	const samples: Record<string, Sample[]> = Object.fromEntries(entries.map(([name]) => [name, []]));
	for (let round = -warmUpRounds; round < rounds; round++) {
		for (const [name, contender] of rotate(entries, round)) {
			const startMs = performance.now();
			const startCpu = process.cpuUsage();
			await contender();
			const used = process.cpuUsage(startCpu);
			const wallMs = performance.now() - startMs;
			if (round >= 0) samples[name]?.push({ wallMs, cpuMs: (used.user + used.system) / 1_000 });
		}
	}
	return samples;
}

/** The ratio of two contenders in each round, as `median (10th to 90th percentile)`. */
export function describeRatios(
	ours: Sample[],
	others: Sample[],
	figure: keyof Sample,
	digits = 2,
): string {
	return describeSpread(
		ours.map((sample, round) => sample[figure] / (others[round]?.[figure] ?? NaN)),
		digits,
	);
}

/** `median (10th to 90th percentile)` */
export function describeSpread(values: number[], digits = 2): string {
	const sorted = [...values].sort((a, b) => a - b);
	const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]?.toFixed(digits);
	return `${at(0.5)} (${at(0.1)} to ${at(0.9)})`;
}

export function medianOf(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.round(0.5 * (sorted.length - 1))] ?? NaN;
}
