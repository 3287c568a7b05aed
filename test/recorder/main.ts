import { compare, kindOf, type Difference } from './compare';
import { expected } from './expected';
import { readOptions, type Options, type WorldName } from './options';
import { unpack } from './pack';
import { State } from './state';

/** Each process of Jest plays so many seeds: it keeps something of each. */
const SEEDS_OF_A_PROCESS = 500;
const MAX_CHANGES = 8;
const MAX_LENGTH = 2_000;

/**
 * `npm run recorder`: plays the worlds of the property tests with two states of the code, and compares what the nodes send,
 * store and put out. Both play the same cases, at the same time. Exits with 1 if there is a difference that is not expected.
 */
async function main(): Promise<void> {
	const options = readOptions(process.argv.slice(2));
	const states = [new State('before'), new State('after')] as const;
	states[0].prepare(options.before);
	states[1].prepare(options.after);
	for (const world of options.worlds) {
		const result = await playWorld(states, world, options);
		showResult(result, options);
		if (result.differences.size > 0) process.exitCode = 1;
	}
}

interface WorldResult {
	world: WorldName;
	seconds: number;
	/** By seed. */
	differences: Map<number, Difference>;
}

async function playWorld(
	[before, after]: readonly [State, State],
	world: WorldName,
	{ first, last, shown }: Options,
): Promise<WorldResult> {
	const startMs = Date.now();
	const differences: WorldResult['differences'] = new Map();
	for (let from = first; from <= last; from += SEEDS_OF_A_PROCESS) {
		const to = Math.min(last, from + SEEDS_OF_A_PROCESS - 1);
		const [old, now] = await Promise.all([
			before.record(world, from, to),
			after.record(world, from, to),
		]);
		for (let seed = from; seed <= to; seed++) {
			const [one, other] = [old.get(seed), now.get(seed)];
			if (one === undefined || other === undefined) throw new Error(`Seed ${seed} is not recorded`);
			if (one === other) continue;
			const difference = compare(JSON.parse(unpack(one)), JSON.parse(unpack(other)), expected);
			if (difference === undefined) continue;
			differences.set(seed, difference);
			if (differences.size <= shown) showDifference(world, seed, difference);
		}
	}
	return { world, seconds: (Date.now() - startMs) / 1_000, differences };
}

function showDifference(world: WorldName, seed: number, { nth, changed }: Difference): void {
	console.log(`\n${world}, seed ${seed}, event ${nth}:`);
	for (const { place, before, after } of changed.slice(0, MAX_CHANGES)) {
		console.log(`  ${place}`);
		console.log(`    before: ${shownValue(before)}`);
		console.log(`    after:  ${shownValue(after)}`);
	}
	if (changed.length > MAX_CHANGES) console.log(`  and ${changed.length - MAX_CHANGES} more`);
}

function shownValue(value: unknown): string {
	const text = value === undefined ? 'nothing' : JSON.stringify(value);
	return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)} …` : text;
}

function showResult({ world, seconds, differences }: WorldResult, { first, last }: Options): void {
	const seeds = last - first + 1;
	const speed = `${Math.round((seconds / seeds) * 1_000)} s per 1,000`;
	console.log(`\n${world}: ${differences.size} of ${seeds} seeds differ (${speed})`);
	const kinds = new Map<string, number[]>();
	for (const [seed, difference] of differences) {
		const kind = kindOf(difference);
		kinds.set(kind, [...(kinds.get(kind) ?? []), seed]);
	}
	for (const [kind, of] of kinds) console.log(`  ${of.length} × ${kind} (seed ${of[0]})`);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 2;
});
