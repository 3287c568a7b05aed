import { setTimeout as sleep } from 'node:timers/promises';

/** Performs the measured action once; throws if it fails. */
export type Contender = () => Promise<void>;

export interface Measurement {
	perSecond: number;
	/** CPU time per run; undefined if it cannot be read. */
	cpuMs?: number;
}

const WARM_UP_ROUNDS = 2;
const ROUNDS = 12;
const RUNS_PER_ROUND = 75;
const CONCURRENCY = 8;
/** n8n continues working after its response. Without a pause, that work would count for the next contender. */
const SETTLE_MS = 1_500;

/**
 * Measures the contenders in turn, in short rounds of varying order. Other load on the machine, and growing data, then
 * affect all of them equally.
 *
 * @param readCpuMs returns the CPU time that the measured process has used so far
 */
export async function measureInterleaved<Name extends string>(
	contenders: Record<Name, Contender>,
	readCpuMs: () => number | undefined,
): Promise<Record<Name, Measurement>> {
	const entries = Object.entries<Contender>(contenders);
	const totals = new Map(entries.map(([name]) => [name, { ms: 0, cpuMs: 0 }]));
	for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
		for (const [name, contender] of rotate(entries, round)) {
			const startMs = performance.now();
			const startCpuMs = readCpuMs() ?? NaN;
			await runAll(contender);
			const ms = performance.now() - startMs;
			await sleep(SETTLE_MS);
			const total = totals.get(name);
			if (round < 0 || total === undefined) continue;
			total.ms += ms;
			total.cpuMs += (readCpuMs() ?? NaN) - startCpuMs;
		}
	}
	const runs = ROUNDS * RUNS_PER_ROUND;
	const measured = Array.from(totals, ([name, { ms, cpuMs }]) => [
		name,
		{ perSecond: runs / (ms / 1_000), ...(!Number.isNaN(cpuMs) && { cpuMs: cpuMs / runs }) },
	]);
	return Object.fromEntries(measured) as Record<Name, Measurement>;
}

async function runAll(contender: Contender): Promise<void> {
	let left = RUNS_PER_ROUND;
	const runUntilDone = async () => {
		while (left-- > 0) await contender();
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, runUntilDone));
}

/** Changes the order so that every contender is first, and follows every other one, equally often. */
export function rotate<T>(list: T[], by: number): T[] {
	const start = ((by % list.length) + list.length) % list.length;
	const rotated = [...list.slice(start), ...list.slice(0, start)];
	return Math.floor(by / list.length) % 2 === 0 ? rotated : rotated.reverse();
}
