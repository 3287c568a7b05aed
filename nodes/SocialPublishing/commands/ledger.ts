import { clock } from '../shared/clock';
import { claimFact, detailFact, stateFacts, stateFact, STATES, type KeyState } from './factNames';
import { BATCH_SIZES, Facts, SETTLING_MS, type BatchSizes } from './facts';
import { FactsByKey } from './factsByKey';
import { KEYS_KEPT, type Marks } from './marks';

export type { KeyState };

const MOST_REPAIRS = 5;

export interface LedgerSizes extends BatchSizes {
	/** What is noted of keys, most often twice, until it is settled. Everything that is obsolete is kept until then. */
	settled: number;
}

const SIZES: LedgerSizes = { ...BATCH_SIZES, settled: 200 };

/**
 * The keys that a node has posted.
 *
 * Another process may undo what this one has written. To settle it, all of it is written again, after a pause, until it is
 * found as it was left. Only then is removed what it has made obsolete. This happens during a run, too: what a run adds to
 * n8n's store beyond the keys that are done stays small, however many they are and whenever the run is killed.
 */
export class Ledger {
	private readonly facts: Facts;
	/** The facts that this process has noted, by key; the newest come last. */
	private readonly noted = new FactsByKey();
	/** Those that it has found, and that others look after. */
	private readonly found = new FactsByKey();
	/** The keys of those that others may still undo. */
	private readonly unsettled = new Set<string>();
	/** Facts that do not count any more. */
	private readonly obsolete = new Set<string>();
	private notesUntilSettling: number;
	private lastWriteMs = 0;

	/** @param name identifies the marks within this process */
	constructor(
		marks: Marks,
		name: string,
		private readonly sizes: LedgerSizes = SIZES,
	) {
		this.facts = new Facts(marks, name, sizes);
		this.notesUntilSettling = sizes.settled;
	}

	/** Reads the states of keys, each of which may occur only once. */
	async read(keys: string[]): Promise<Map<string, KeyState>> {
		const states = new Map<string, KeyState>(keys.map((key) => [key, 'new']));
		for (const state of STATES) {
			const open = keys.filter((key) => states.get(key) === 'new');
			const noted = await this.facts.read(open.map((key) => stateFact(key, state)));
			for (const key of open.filter((each) => noted.has(stateFact(each, state)))) {
				states.set(key, state);
				if (state !== 'done') this.found.add(key, [stateFact(key, state)]);
			}
		}
		return states;
	}

	/** Which of these details are noted of a key. */
	async readDetails(key: string, details: string[]): Promise<Set<string>> {
		const noted = await this.readDetailsOf(new Map([[key, details]]));
		return noted.get(key) ?? new Set();
	}

	/** The same for several keys at once. */
	async readDetailsOf(asked: Map<string, string[]>): Promise<Map<string, Set<string>>> {
		const asFacts = [...asked].flatMap(([key, details]) => details.map((d) => detailFact(key, d)));
		const noted = await this.facts.read(asFacts);
		const found = new Map<string, Set<string>>();
		for (const [key, details] of asked) {
			const own = details.filter((detail) => noted.has(detailFact(key, detail)));
			this.found.add(
				key,
				own.map((detail) => detailFact(key, detail)),
			);
			found.set(key, new Set(own));
		}
		return found;
	}

	/** Notes that the post of a key may be created from now on. */
	async begin(key: string, details: string[]): Promise<void> {
		await this.settleNowAndThen();
		await this.noteFacts(key, stateFacts(key, 'begun', details));
	}

	/**
	 * Notes the state of a key, which ends the earlier ones, and details of its post.
	 *
	 * @param outdated details that count no longer
	 * @param claimed the ID of a post that belongs to the key alone
	 */
	async advance(
		key: string,
		state: 'made' | 'drafted',
		details: string[],
		outdated: string[],
		claimed?: string,
	): Promise<void> {
		const earlier = STATES.slice(STATES.indexOf(state) + 1);
		this.discard(key, [
			...earlier.map((each) => stateFact(key, each)),
			...outdated.map((detail) => detailFact(key, detail)),
		]);
		const claims = claimed === undefined ? [] : [claimFact(claimed)];
		await this.noteFacts(key, [...claims, ...stateFacts(key, state, details)]);
		await this.settleNowAndThen();
	}

	/** Notes that a key is done, by this post. If that fails, `settle` tries again; until then, the key is open. */
	async finish(key: string, postId: string | undefined): Promise<void> {
		this.erase(key);
		const claims = postId === undefined ? [] : [claimFact(postId)];
		await this.noteFacts(key, [...claims, stateFact(key, 'done')]).catch(() => undefined);
		await this.settleNowAndThen();
	}

	/** Which of these posts belong to keys that are done, or that have claimed them. */
	async readClaimed(postIds: string[]): Promise<Set<string>> {
		const claimed = await this.facts.read(postIds.map(claimFact));
		return new Set(postIds.filter((id) => claimed.has(claimFact(id))));
	}

	/** Notes that a key is new again: what was sent for it had no effect. */
	erase(key: string): void {
		this.discard(key, this.factsOf(key));
	}

	/** Erases a key at once: its post does not exist any more, and another may be created. */
	async eraseNow(key: string, postId?: string): Promise<void> {
		const claims = postId === undefined ? [] : [claimFact(postId)];
		const facts = [...this.factsOf(key), ...claims];
		this.erase(key);
		await this.facts.erase(facts, () => true);
	}

	/** Call it at the end. Removes what is obsolete, and makes sure that everything else stays as it was noted. */
	async settle(): Promise<void> {
		await this.settleKeys([...this.noted.keys()].slice(-KEYS_KEPT));
	}

	/** If it fails, it is tried again later. */
	private async settleNowAndThen(): Promise<void> {
		if (this.notesUntilSettling > 0) return;
		this.notesUntilSettling = this.sizes.settled;
		await this.settleKeys([...this.unsettled]).catch(() => undefined);
	}

	private async settleKeys(keys: string[]): Promise<void> {
		const obsolete = [...this.obsolete];
		const facts = keys.flatMap((key) => this.noted.of(key));
		if (facts.length + obsolete.length === 0 || !(await this.makeSure(facts))) return;
		for (const key of keys) this.unsettled.delete(key);
		await this.facts.erase(obsolete, (fact) => this.obsolete.has(fact));
		for (const fact of obsolete) this.obsolete.delete(fact);
	}

	/** Returns whether facts stay as they were noted. */
	private async makeSure(facts: string[]): Promise<boolean> {
		for (let repairs = 0; repairs < MOST_REPAIRS; repairs++) {
			await clock.wait(Math.max(0, this.lastWriteMs + SETTLING_MS - clock.now()));
			if (await this.facts.note(facts)) return true;
			// At different times, so that two processes do not undo each other's repairs again and again.
			this.lastWriteMs = clock.now() + Math.random() * SETTLING_MS;
		}
		return false;
	}

	private async noteFacts(key: string, facts: string[]): Promise<void> {
		this.noted.add(key, facts);
		this.unsettled.add(key);
		for (const fact of facts) this.obsolete.delete(fact);
		this.notesUntilSettling--;
		await this.facts.note(facts);
		this.lastWriteMs = clock.now();
	}

	private factsOf(key: string): string[] {
		return [...this.noted.of(key), ...this.found.of(key)];
	}

	/** Facts that nobody has noted need not be removed. */
	private discard(key: string, facts: string[]): void {
		for (const fact of facts) {
			const isNoted = this.noted.remove(key, fact);
			if (this.found.remove(key, fact) || isNoted) this.obsolete.add(fact);
		}
	}
}
