import { clock } from '../shared/clock';
import { BATCH_SIZES, Facts, SETTLING_MS, type BatchSizes } from './facts';
import { KEYS_KEPT, type Marks } from './marks';

/**
 * What is known about a key.
 * - `new`: nothing was sent for it
 * - `begun`: something may have been sent for it, and it is not known to be complete
 * - `done`: what was asked for has been accepted
 */
export type KeyState = 'new' | 'begun' | 'done';

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
	private readonly noted = new Map<string, Set<string>>();
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
		const done = await this.facts.read(keys.map(doneFact));
		const open = keys.filter((key) => !done.has(doneFact(key)));
		const begun = await this.facts.read(open.map(begunFact));
		const stateOf = (key: string): KeyState => {
			if (done.has(doneFact(key))) return 'done';
			return begun.has(begunFact(key)) ? 'begun' : 'new';
		};
		return new Map(keys.map((key) => [key, stateOf(key)]));
	}

	/**
	 * Notes that something may be sent for a key from now on.
	 *
	 * @param content identifies what is sent
	 */
	async begin(key: string, content: string): Promise<void> {
		await this.settleNowAndThen();
		await this.note(key, [begunFact(key), sentFact(key, content)]);
	}

	/** Which of these contents has been sent for a key that is not done. */
	async readSent(key: string, contents: string[]): Promise<Set<string>> {
		const sent = await this.facts.read(contents.map((content) => sentFact(key, content)));
		return new Set(contents.filter((content) => sent.has(sentFact(key, content))));
	}

	/** Notes that a key is done. If that fails, `settle` tries again; until then, the key is begun. */
	async finish(key: string): Promise<void> {
		this.erase(key);
		await this.note(key, [doneFact(key)]).catch(() => undefined);
		await this.settleNowAndThen();
	}

	/** Notes that a key is new again: what was sent for it had no effect. */
	erase(key: string): void {
		for (const fact of [begunFact(key), ...this.factsOf(key)]) this.obsolete.add(fact);
		this.noted.delete(key);
	}

	/** Notes that what was sent for a key does not matter any more, because it is certainly not on its way. */
	eraseSent(key: string): void {
		for (const fact of this.factsOf(key)) {
			if (fact === begunFact(key)) continue;
			this.noted.get(key)?.delete(fact);
			this.obsolete.add(fact);
		}
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
		const facts = keys.flatMap((key) => this.factsOf(key));
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

	private async note(key: string, facts: string[]): Promise<void> {
		this.noted.set(key, new Set([...this.factsOf(key), ...facts]));
		this.unsettled.add(key);
		for (const fact of facts) this.obsolete.delete(fact);
		this.notesUntilSettling--;
		await this.facts.note(facts);
		this.lastWriteMs = clock.now();
	}

	private factsOf(key: string): string[] {
		return [...(this.noted.get(key) ?? [])];
	}
}

const doneFact = (key: string): string => `done:${key}`;
const begunFact = (key: string): string => `begun:${key}`;
const sentFact = (key: string, content: string): string => `sent:${content}:${key}`;
