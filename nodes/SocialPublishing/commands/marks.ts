import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * A set of names that outlives executions, for each node of each workflow. It cannot be asked without setting what is
 * asked for, and it has no lock: each call reads, changes and rewrites the whole set, so that of two calls at the same
 * time, one can undo the other.
 */
export interface Marks {
	/** Sets the names. Returns those that were set before. */
	set(names: string[]): Promise<ReadonlySet<string>>;
	remove(names: string[]): Promise<void>;
}

/** The newest keys of a node, which are remembered whatever else is. */
export const KEYS_KEPT = 10_000;
const MOST_MARKS_OF_A_KEY = 12;
/** For what a run notes until it is settled. */
const WORKING_MARKS = 2_000;

/**
 * As many names as n8n keeps; then it drops the oldest. A name takes 27 bytes in n8n's database: all of them 3.2 MB, which
 * each call reads and writes. A key that is done has six, one whose post is a draft or was interrupted has twelve.
 *
 * A name that is set again keeps its place. To make a key newer that is asked for again, it would have to be removed in
 * between: a process that is killed there would have forgotten it.
 */
export const MARKS_KEPT = KEYS_KEPT * MOST_MARKS_OF_A_KEY + WORKING_MARKS;

/** n8n's store of processed items, under the ID of the node. */
export function n8nMarks(functions: IExecuteFunctions): Marks {
	const { helpers } = functions;
	const { id, name: nodeName } = functions.getNode();
	// n8n-workaround(2.39.10, n8n/dist/deduplication/deduplication-helper.js): nodes without an ID share one set.
	const prefix = id ? '' : `${nodeName}/`;
	const options = { mode: 'entries', maxEntries: MARKS_KEPT } as const;
	return {
		async set(names) {
			if (names.length === 0) return new Set();
			const prefixed = new Map(names.map((name) => [`${prefix}${name}`, name]));
			const asked = [...prefixed.keys()];
			const { processed } = await helpers.checkProcessedAndRecord(asked, 'node', options);
			const found = processed.map((name) => prefixed.get(String(name)));
			return new Set(found.filter((name) => name !== undefined));
		},

		async remove(names) {
			if (names.length === 0) return;
			const prefixed = names.map((name) => `${prefix}${name}`);
			await helpers.removeProcessed(prefixed, 'node', options);
		},
	};
}
