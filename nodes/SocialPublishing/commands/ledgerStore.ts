import type { IExecuteFunctions } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { withLock } from '../shared/withLock';

/**
 * A set of names that outlives executions, for each node of each workflow. Reading a name adds it. There is no lock: each
 * call reads, changes and rewrites the whole set, so one of two calls at the same time can undo the other.
 */
export interface ProcessedItems {
	/** Adds the names. Returns those that were in the set before. */
	add(names: string[]): Promise<ReadonlySet<string>>;
	remove(names: string[]): Promise<void>;
}

/** The number of newest keys that a node remembers, if no key has more than `MAX_NAMES_OF_A_KEY` names. */
export const KEYS_KEPT = 10_000;
const MAX_NAMES_OF_A_KEY = 18;
/** For the entries that a run adds before it settles them. */
const WORKING_NAMES = 2_000;

/**
 * n8n keeps this many names, then drops the oldest. A name takes 27 bytes in n8n's database. All of them take 4.9 MB, which
 * each call reads and writes.
 *
 * A key that is done has six names, one whose post is a draft eighteen. A key of Create or Update has fifteen, six more once
 * its post is scheduled or has gone out, three more for each part of its content (a shared text, texts of accounts, options,
 * media), three more if it has files and three if its links are tagged. So n8n keeps 7,500 of those whose posts are scheduled
 * with nothing but a text, and 4,500 of those that have all of these.
 *
 * A name that is added again keeps its place. To make it newer, it would have to be removed first, and a process that is
 * killed in between would lose it.
 */
export const NAMES_KEPT = KEYS_KEPT * MAX_NAMES_OF_A_KEY + WORKING_NAMES;

/**
 * n8n's store of processed items, under the ID of the node.
 *
 * @param maxEntries n8n keeps this many names, then drops the oldest
 */
export function processedItemsOf(
	functions: IExecuteFunctions,
	maxEntries = NAMES_KEPT,
): ProcessedItems {
	const { helpers } = functions;
	const { id, name: nodeName } = functions.getNode();
	// n8n-workaround(2.39.10, n8n/dist/deduplication/deduplication-helper.js): nodes without an ID share one set.
	const prefix = id ? '' : `${nodeName}/`;
	const options = { mode: 'entries', maxEntries } as const;
	return {
		async add(names) {
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

/** Far longer than another process needs to read entries, from adding their names to removing them again. */
export const SETTLING_MS = 1_000;

/** The most entries that one call of n8n's store reads, adds or removes. */
export interface BatchSizes {
	read: number;
	added: number;
	removed: number;
	/** Changes of keys that a ledger settles together. The entries that they make obsolete stay until then. */
	settled: number;
}

/**
 * n8n-workaround(2.39.10, n8n/dist/deduplication/deduplication-helper.js): a call that adds goes through all names of the
 * store once, a call that removes goes through them once for each name that it removes. Small batches keep each call
 * short when the store is full. They also keep a whole read, which takes several calls, well below `SETTLING_MS`.
 */
export const BATCH_SIZES: BatchSizes = { read: 60, added: 1_000, removed: 20, settled: 200 };

/**
 * The state of a key. Each state replaces those after it.
 * - `done`: its post has been published or scheduled
 * - `drafted`: its post is meant to stay a draft, and has been saved
 * - `created`: its post has been saved, but the command that follows may not have been accepted
 * - `begun`: its post may have been created
 */
export const STATES = ['done', 'drafted', 'created', 'begun'] as const;

export type KeyState = (typeof STATES)[number] | 'new';

export const stateEntry = (key: string, state: KeyState): string => `${state}:${key}`;
export const claimEntry = (postId: string): string => `claimed:${postId}`;
export const detailEntry = (key: string, detail: string): string => `${detail}:${key}`;

/** The known details of the post of a key. */
export interface PostDetails {
	details: string[];
	/** Details that are no longer true. */
	outdated?: string[];
	/** The ID of a post that belongs to the key alone. */
	claimed?: string;
}

/**
 * The entries of a ledger, in n8n's store, where reading a name adds it. A single name therefore proves nothing: a process
 * may have been killed after reading it, or another may have undone the removal. So each entry has three names. They are
 * added together and read one after the other, each only if the one before was found. To make an entry that nobody has
 * added, it takes three interrupted reads in a row, or one that stalls after an interrupted one while another goes on.
 *
 * They are also removed together, by every process that has added any of them: of processes that read the same entry at
 * the same time, the last leaves nothing of it.
 */
export class LedgerStore {
	constructor(
		private readonly items: ProcessedItems,
		/** Identifies the store within this process. */
		private readonly name: string,
		private readonly sizes: BatchSizes,
	) {}

	/** Returns those entries that the store contains. */
	async read(entries: string[]): Promise<Set<string>> {
		const known = new Set<string>();
		for (const batch of inBatches(entries, this.sizes.read)) {
			const found = await withLock(this.name, async () => await this.readBatch(batch));
			for (const entry of found) known.add(entry);
		}
		return known;
	}

	/**
	 * If a read takes long, another process may add and settle an entry meanwhile. It also adds the names that this read has
	 * not come to, so those are read before anything is removed.
	 */
	private async readBatch(entries: string[], kinds = NAMES_OF_AN_ENTRY): Promise<string[]> {
		const startMs = clock.now();
		/** For each kind of name, the entries of which it was the first that the store did not contain. */
		const missing: string[][] = [];
		let found = entries;
		for (const nameOf of kinds) {
			const names = found.map(nameOf);
			const known = await this.items.add(names).catch(async () => {
				// Two processes that use the store for the first time get in each other's way.
				await clock.wait(SETTLING_MS);
				return await this.items.add(names);
			});
			missing.push(found.filter((entry) => !known.has(nameOf(entry))));
			found = found.filter((entry) => known.has(nameOf(entry)));
		}
		if (clock.now() - startMs > SETTLING_MS) {
			for (const [index, some] of missing.slice(0, -1).entries())
				found = [...found, ...(await this.readBatch(some, kinds.slice(index + 1)))];
		}
		const known = new Set(found);
		const unknown = entries.filter((entry) => !known.has(entry));
		for (const batch of inBatches(unknown, this.sizes.removed)) await this.removeBatch(batch);
		return found;
	}

	/** Returns those entries that the store contained before. */
	async add(entries: string[]): Promise<Set<string>> {
		const known = new Set<string>();
		for (const batch of inBatches(entries, this.sizes.added)) {
			const names = batch.flatMap(namesOf);
			const knownNames = await withLock(this.name, async () => await this.items.add(names));
			const isKnown = (entry: string) => namesOf(entry).every((name) => knownNames.has(name));
			for (const entry of batch.filter(isKnown)) known.add(entry);
		}
		return known;
	}

	/** Removes entries, each only if it is still obsolete when its turn comes. */
	async remove(entries: string[], isObsolete: (entry: string) => boolean): Promise<void> {
		for (const batch of inBatches(entries, this.sizes.removed)) {
			await withLock(this.name, async () => await this.removeBatch(batch.filter(isObsolete)));
		}
	}

	private async removeBatch(entries: string[]): Promise<void> {
		await this.items.remove(entries.flatMap(namesOf));
	}
}

/** The names of an entry, in the order in which they are read. */
const NAMES_OF_AN_ENTRY = ['noted', 'sure', 'final'].map(
	(prefix) => (entry: string) => `${prefix}:${entry}`,
);
const namesOf = (entry: string): string[] => NAMES_OF_AN_ENTRY.map((nameOf) => nameOf(entry));

function inBatches<T>(list: T[], size: number): T[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
