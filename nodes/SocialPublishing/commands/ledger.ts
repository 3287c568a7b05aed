import { clock } from '../shared/clock';
import { KnownEntries } from './knownEntries';
import {
	BATCH_SIZES,
	claimEntry,
	detailEntry,
	KEYS_KEPT,
	LedgerStore,
	SETTLING_MS,
	stateEntry,
	STATES,
	type BatchSizes,
	type KeyState,
	type PostDetails,
	type ProcessedItems,
} from './ledgerStore';

const MAX_REPAIRS = 5;

/**
 * The keys that a node has posted.
 *
 * Another process may undo what this one has written. To settle entries, the ledger writes them again after a pause, until
 * it finds them unchanged. Only then does it remove the entries that they have made obsolete. This also happens during a
 * run: whenever it is killed, it leaves few entries in n8n's store beyond those of the keys that are done.
 */
export class Ledger {
	private readonly store: LedgerStore;
	private readonly entries = new KnownEntries();
	/** The keys of the entries that others may still undo. */
	private readonly unsettled = new Set<string>();
	private changesUntilSettling: number;
	private lastWriteMs = 0;

	/** @param name identifies the store within this process */
	constructor(
		items: ProcessedItems,
		name: string,
		private readonly sizes: BatchSizes = BATCH_SIZES,
	) {
		this.store = new LedgerStore(items, name, sizes);
		this.changesUntilSettling = sizes.settled;
	}

	/**
	 * Reads the states of keys, each of which may occur only once. Another process may replace a state meanwhile: it adds the
	 * new one before it removes the old one, so a reading in this order, too, finds at least one of them.
	 */
	async read(keys: string[]): Promise<Map<string, KeyState>> {
		const states = new Map<string, KeyState>(keys.map((key) => [key, 'new']));
		const readState = async (state: (typeof STATES)[number]) => {
			const open = keys.filter((key) => states.get(key) !== 'done');
			const known = await this.store.read(open.map((key) => stateEntry(key, state)));
			for (const key of open.filter((each) => known.has(stateEntry(each, state)))) {
				states.set(key, state);
				if (state !== 'done') this.entries.find(key, [stateEntry(key, state)]);
			}
		};
		// Most keys are done.
		await readState('done');
		for (const state of STATES.toReversed()) await readState(state);
		return states;
	}

	/** Returns the details of a key that the ledger contains. */
	async readDetails(key: string, details: string[]): Promise<Set<string>> {
		const found = await this.readDetailsOf(new Map([[key, details]]));
		return found.get(key) ?? new Set();
	}

	/** As `readDetails`, for several keys at once. */
	async readDetailsOf(asked: Map<string, string[]>): Promise<Map<string, Set<string>>> {
		const entries = [...asked].flatMap(([key, details]) => details.map((d) => detailEntry(key, d)));
		const known = await this.store.read(entries);
		const found = new Map<string, Set<string>>();
		for (const [key, details] of asked) {
			const own = details.filter((detail) => known.has(detailEntry(key, detail)));
			const ownEntries = own.map((detail) => detailEntry(key, detail));
			this.entries.find(key, ownEntries);
			found.set(key, new Set(own));
		}
		return found;
	}

	/** Call it before the post of a key is created. Returns whether that had begun before, maybe a moment ago. */
	async begin(key: string, details: string[]): Promise<boolean> {
		await this.settleSometimes();
		const known = await this.write(key, 'begun', { details });
		return known.has(stateEntry(key, 'begun'));
	}

	/** Records details that do not depend on the state of a key. */
	async note(key: string, details: string[]): Promise<void> {
		const entries = details.map((detail) => detailEntry(key, detail));
		this.entries.add(key, entries);
		await this.store.add(entries);
	}

	/** Replaces the earlier states of a key. Returns those of the details that were recorded before. */
	async advance(
		key: string,
		state: 'created' | 'drafted',
		post: PostDetails,
	): Promise<Set<string>> {
		const { details, outdated = [] } = post;
		const earlier = STATES.slice(STATES.indexOf(state) + 1);
		this.entries.discard(key, [
			...earlier.map((each) => stateEntry(key, each)),
			...outdated.map((detail) => detailEntry(key, detail)),
		]);
		const before = await this.write(key, state, post);
		await this.settleSometimes();
		return new Set(details.filter((detail) => before.has(detailEntry(key, detail))));
	}

	/** Records that a key is done, by this post. If that fails, the key stays open, and `settle` tries again. */
	async finish(key: string, postId: string | undefined): Promise<void> {
		this.erase(key);
		await this.write(key, 'done', { details: [], claimed: postId }).catch(() => undefined);
		await this.settleSometimes();
	}

	/** Returns the posts that belong to keys that are done or have claimed them. */
	async readClaimed(postIds: string[]): Promise<Set<string>> {
		const claimed = await this.store.read(postIds.map(claimEntry));
		return new Set(postIds.filter((id) => claimed.has(claimEntry(id))));
	}

	/** Makes a key new again: the commands that were sent for it had no effect. */
	erase(key: string): void {
		this.entries.discard(key, this.entries.of(key));
	}

	/** Erases a key at once, apart from some details: its post no longer exists, and another may be created. */
	async eraseNow(key: string, postId?: string, kept: string[] = []): Promise<void> {
		const claims = postId === undefined ? [] : [claimEntry(postId)];
		const keptEntries = new Set(kept.map((detail) => detailEntry(key, detail)));
		const entries = [...this.entries.of(key), ...claims].filter((each) => !keptEntries.has(each));
		this.entries.discard(key, entries);
		await this.store.remove(entries, () => true);
	}

	/** Call it at the end. Removes the obsolete entries, and makes sure that no other process has undone the others. */
	async settle(): Promise<void> {
		await this.settleKeys([...this.entries.added.keys()].slice(-KEYS_KEPT));
	}

	/** If it fails, it is tried again later. */
	private async settleSometimes(): Promise<void> {
		if (this.changesUntilSettling > 0) return;
		this.changesUntilSettling = this.sizes.settled;
		await this.settleKeys([...this.unsettled]).catch(() => undefined);
	}

	private async settleKeys(keys: string[]): Promise<void> {
		const { added, obsolete } = this.entries;
		const removed = [...obsolete];
		const entries = keys.flatMap((key) => added.of(key));
		if (entries.length + removed.length === 0 || !(await this.repair(entries))) return;
		for (const key of keys) this.unsettled.delete(key);
		await this.store.remove(removed, (entry) => obsolete.has(entry));
		for (const entry of removed) obsolete.delete(entry);
	}

	/** Writes entries until they stay. Returns false if others keep undoing them. */
	private async repair(entries: string[]): Promise<boolean> {
		for (let repairs = 0; repairs < MAX_REPAIRS; repairs++) {
			await clock.wait(Math.max(0, this.lastWriteMs + SETTLING_MS - clock.now()));
			const known = await this.store.add(entries);
			if (entries.every((entry) => known.has(entry))) return true;
			// At random times, so that two processes do not undo each other's repairs again and again.
			this.lastWriteMs = clock.now() + Math.random() * SETTLING_MS;
		}
		return false;
	}

	/**
	 * Returns the entries that were there before. The claim and the details come first: once the store contains the state, it
	 * contains them, too.
	 */
	private async write(
		key: string,
		state: KeyState,
		{ details, claimed }: PostDetails,
	): Promise<Set<string>> {
		const claims = claimed === undefined ? [] : [claimEntry(claimed)];
		const known = details.map((detail) => detailEntry(key, detail));
		const entries = [...claims, ...known, stateEntry(key, state)];
		this.entries.add(key, entries);
		this.unsettled.add(key);
		this.changesUntilSettling--;
		const before = await this.store.add(entries);
		this.lastWriteMs = clock.now();
		return before;
	}
}
