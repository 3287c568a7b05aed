import { clock } from '../shared/clock';
import { exclusively } from './exclusively';
import type { Marks } from './marks';

/**
 * What is known about a key.
 * - `new`: nothing was sent for it
 * - `begun`: something may have been sent for it, and it is not known to be complete
 * - `done`: what was asked for has been accepted
 */
export type KeyState = 'new' | 'begun' | 'done';

/** Facts looked up at a time. A look-up may set the marks of each of them, and drops the oldest where n8n is full. */
const FACTS_AT_A_TIME = 1_000;
/** Far longer than another process needs for a look-up, from reading marks to removing those that it has set. */
const SETTLING_MS = 1_000;
const MOST_REPAIRS = 5;

/**
 * The keys that a node has posted, kept in marks that can only be read by setting them. So a single mark proves nothing:
 * a process may have been killed between reading it and removing it again, or another may have undone the removal. So
 * each fact has three marks. They are set together and read one after the other, each only where the one before was
 * found: it takes three interrupted look-ups in a row to make a fact of what was only asked for.
 *
 * Another process may undo what this one has written. `settle` therefore writes all of it again, after a pause, until it is
 * found as it was left.
 */
export class Ledger {
	/** The marks that this process has set, by key. */
	private readonly noted = new Map<string, Set<string>>();
	/** The marks of what is no longer under way. */
	private readonly obsolete = new Set<string>();
	private lastWriteMs = 0;

	constructor(
		private readonly marks: Marks,
		/** Identifies the marks within this process. */
		private readonly name: string,
	) {}

	/** Reads the states of keys, each of which may occur only once. */
	async read(keys: string[]): Promise<Map<string, KeyState>> {
		const done = await this.readFacts(keys.map(doneFact));
		const open = keys.filter((key) => !done.has(doneFact(key)));
		const begun = await this.readFacts(open.map(begunFact));
		const stateOf = (key: string): KeyState => {
			if (done.has(doneFact(key))) return 'done';
			return begun.has(begunFact(key)) ? 'begun' : 'new';
		};
		return new Map(keys.map((key) => [key, stateOf(key)]));
	}

	/** Returns those facts that are noted. */
	private async readFacts(facts: string[]): Promise<Set<string>> {
		const noted = new Set<string>();
		for (let start = 0; start < facts.length; start += FACTS_AT_A_TIME) {
			const some = facts.slice(start, start + FACTS_AT_A_TIME);
			const found = await exclusively(this.name, async () => await this.readSome(some));
			for (const fact of found) noted.add(fact);
		}
		return noted;
	}

	private async readSome(facts: string[]): Promise<string[]> {
		let found = facts;
		for (const markOf of MARKS) {
			const names = found.map(markOf);
			const marked = await this.marks.set(names).catch(async () => {
				// Two processes that use the marks for the first time get in each other's way.
				await clock.wait(SETTLING_MS);
				return await this.marks.set(names);
			});
			found = found.filter((fact) => marked.has(markOf(fact)));
		}
		const noted = new Set(found);
		await this.marks.remove(facts.filter((fact) => !noted.has(fact)).flatMap(marksOf));
		return found;
	}

	/**
	 * Notes that something may be sent for a key from now on.
	 *
	 * @param content identifies what is sent
	 */
	async begin(key: string, content: string): Promise<void> {
		await this.note(key, [...marksOf(begunFact(key)), ...marksOf(sentFact(key, content))]);
	}

	/** Which of these contents has been sent for a key that is not done. */
	async readSent(key: string, contents: string[]): Promise<Set<string>> {
		const sent = await this.readFacts(contents.map((content) => sentFact(key, content)));
		return new Set(contents.filter((content) => sent.has(sentFact(key, content))));
	}

	/** Notes that a key is done. If that fails, `settle` tries again; until then, the key is begun. */
	async finish(key: string): Promise<void> {
		this.erase(key);
		await this.note(key, marksOf(doneFact(key))).catch(() => undefined);
	}

	/** Notes that a key is new again: what was sent for it had no effect. */
	erase(key: string): void {
		const noted = this.noted.get(key) ?? [];
		for (const mark of [...marksOf(begunFact(key)), ...noted]) this.obsolete.add(mark);
		this.noted.delete(key);
	}

	/** Notes that what was sent for a key does not matter any more, because it is certainly not on its way. */
	eraseSent(key: string): void {
		const begun = new Set(marksOf(begunFact(key)));
		for (const mark of this.noted.get(key) ?? []) {
			if (begun.has(mark)) continue;
			this.noted.get(key)?.delete(mark);
			this.obsolete.add(mark);
		}
	}

	/** Call it at the end. Removes what is obsolete, and makes sure that everything else stays as it was noted. */
	async settle(): Promise<void> {
		if (this.noted.size + this.obsolete.size === 0) return;
		const marks = [...this.noted.values()].flatMap((some) => [...some]);
		for (let repairs = 0; repairs < MOST_REPAIRS; repairs++) {
			await clock.wait(Math.max(0, this.lastWriteMs + SETTLING_MS - clock.now()));
			const isComplete = await exclusively(
				this.name,
				async () => (await this.marks.set(marks)).size === marks.length,
			);
			if (isComplete) break;
			// At different times, so that two processes do not undo each other's repairs again and again.
			this.lastWriteMs = clock.now() + Math.random() * SETTLING_MS;
		}
		await exclusively(this.name, async () => await this.marks.remove([...this.obsolete]));
	}

	private async note(key: string, marks: string[]): Promise<void> {
		const noted = this.noted.get(key) ?? new Set();
		this.noted.set(key, noted);
		for (const mark of marks) {
			noted.add(mark);
			this.obsolete.delete(mark);
		}
		await exclusively(this.name, async () => await this.marks.set(marks));
		this.lastWriteMs = clock.now();
	}
}

const doneFact = (key: string): string => `done:${key}`;
const begunFact = (key: string): string => `begun:${key}`;
const sentFact = (key: string, content: string): string => `sent:${content}:${key}`;

/** The marks of a fact, in the order in which they are read. */
const MARKS = ['noted', 'sure', 'final'].map((mark) => (fact: string) => `${mark}:${fact}`);
const marksOf = (fact: string): string[] => MARKS.map((markOf) => markOf(fact));
