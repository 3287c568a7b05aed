/*
 * Measures what a run that posts each item once costs n8n's store of processed items: n8n's own code, which `npm run test:n8n`
 * installs, over a row in memory. Takes two minutes.
 *
 * npm run bench store
 */
import type { ICheckProcessedContextData, IExecuteFunctions } from 'n8n-workflow';

import { Ledger } from '../../nodes/SocialPublishing/commands/ledger';
import { NAMES_KEPT, processedItemsOf } from '../../nodes/SocialPublishing/commands/ledgerStore';
import { medianOf } from './interleave';
import { openN8nStore } from './n8nStore';

const ITEMS = 1_000;
const OPTIONS = { mode: 'entries', maxEntries: NAMES_KEPT } as const;
const CONTEXT = { workflow: { id: 'w' }, node: { id: 'node' } } as ICheckProcessedContextData;

const { row, store } = openN8nStore();

/** The CPU time of each call to the store, in milliseconds. */
const recordings: number[] = [];
const removals: number[] = [];
let bytes = 0;

async function measure<T>(times: number[], call: () => Promise<T>): Promise<T> {
	const start = process.cpuUsage();
	const result = await call();
	const { user, system } = process.cpuUsage(start);
	times.push((user + system) / 1_000);
	bytes += row.json?.length ?? 0;
	return result;
}

/** The part of n8n's functions that the marks use. */
const functions = {
	getNode: () => ({ id: 'node', name: 'Node' }),
	helpers: {
		checkProcessedAndRecord: async (names: string[]) =>
			await measure(
				recordings,
				async () => await store.checkProcessedAndRecord(names, 'node', CONTEXT, OPTIONS),
			),
		removeProcessed: async (names: string[]) =>
			await measure(
				removals,
				async () => await store.removeProcessed(names, 'node', CONTEXT, OPTIONS),
			),
	},
} as unknown as IExecuteFunctions;

const namesOf = (kind: string, count: number): string[] =>
	Array.from({ length: count }, (_, index) => `https://example.com/${kind}/${index}`);

async function fill(): Promise<void> {
	await store.checkProcessedAndRecord(['first'], 'node', CONTEXT, OPTIONS);
	await store.checkProcessedAndRecord(namesOf('full', NAMES_KEPT), 'node', CONTEXT, OPTIONS);
}

async function post(keys: string[]): Promise<void> {
	const ledger = new Ledger(processedItemsOf(functions), 'node');
	const states = await ledger.read(keys);
	for (const key of keys.filter((each) => states.get(each) !== 'done')) {
		await ledger.begin(key, [`item:${key}`, `sent:${key}`, 'since:1']);
		await ledger.advance(key, 'created', { details: [`post:${key}`], outdated: ['since:1'] });
		await ledger.finish(key, key);
	}
	await ledger.settle();
}

function describe(times: number[]): string {
	if (times.length === 0) return 'none';
	return `${medianOf(times).toFixed(0)}, at most ${Math.max(...times).toFixed(0)}`;
}

async function measureRun(keys: string[]): Promise<Record<string, number | string>> {
	for (const times of [recordings, removals]) times.length = 0;
	bytes = 0;
	await post(keys);
	const totalMs = [...recordings, ...removals].reduce((sum, ms) => sum + ms, 0);
	return {
		calls: recordings.length + removals.length,
		'recording, ms CPU': describe(recordings),
		'removing, ms CPU': describe(removals),
		'all calls, s CPU': (totalMs / 1_000).toFixed(1),
		'row at the end, kB': Math.round((row.json?.length ?? 0) / 1_000),
		'written, MB': Math.round(bytes / 1_000_000),
	};
}

async function measureRemovalAtOnce(count: number): Promise<void> {
	const names = namesOf('once', count);
	await store.checkProcessedAndRecord(names, 'node', CONTEXT, OPTIONS);
	removals.length = 0;
	await functions.helpers.removeProcessed(names, 'node', OPTIONS);
	console.log(`${count} names removed by one call: ${describe(removals)} ms CPU`);
}

async function main(): Promise<void> {
	const rows: Record<string, Record<string, number | string>> = {};
	rows[`${ITEMS} new items, store empty`] = await measureRun(namesOf('early', ITEMS));
	await fill();
	rows[`${ITEMS} new items, store full`] = await measureRun(namesOf('late', ITEMS));
	rows[`${ITEMS} done items, store full`] = await measureRun(namesOf('late', ITEMS));
	console.log(`Node.js ${process.version}, n8n keeps ${NAMES_KEPT} names`);
	console.table(rows);
	await measureRemovalAtOnce(3_000);
}

void main();
