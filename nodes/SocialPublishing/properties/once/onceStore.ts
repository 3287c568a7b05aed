import { clock } from '../../shared/clock';
import { exclusively } from './exclusively';
import type { Marks } from './marks';

/**
 * What is known about a key.
 * - `new`: nothing was sent for it
 * - `begun`: something may have been sent for it, and it is not known to be complete
 * - `done`: what was asked for has been accepted
 */
export type KeyState = 'new' | 'begun' | 'done';

/** Keys looked up at a time. A look-up sets up to three marks for each of them, and drops the oldest where n8n is full. */
const KEYS_AT_A_TIME = 1_000;
/** Far longer than another process needs between reading and writing its copy of the marks. */
const SETTLING_MS = 1_000;
const MOST_REPAIRS = 5;

/**
 * The keys that a node has posted, kept in marks that can only be read by setting them. So a single mark proves nothing:
 * a process may have been killed between reading it and removing it again, or another may have undone the removal. A key
 * is done when it has three marks, each of which is read only where the one before was found. A key with any other mark
 * counts as begun.
 *
 * Another process may undo what this one has written. `settle` therefore writes it again, after a pause, until it is
 * found as it was left.
 */
export class OnceStore {
	private readonly finished = new Set<string>();
	/** The marks of what is no longer under way. */
	private readonly obsolete = new Set<string>();
	/** The mark of what this process has sent, by key. */
	private readonly sent = new Map<string, string>();
	private lastWriteMs = 0;

	constructor(
		private readonly marks: Marks,
		/** Identifies the marks within this process. */
		private readonly name: string,
	) {}

	/** Reads the states of keys, each of which may occur only once. */
	async read(keys: string[]): Promise<Map<string, KeyState>> {
		const states = new Map<string, KeyState>();
		for (let start = 0; start < keys.length; start += KEYS_AT_A_TIME) {
			const some = keys.slice(start, start + KEYS_AT_A_TIME);
			const read = await exclusively(this.name, async () => await this.readSome(some));
			for (const [key, state] of read) states.set(key, state);
		}
		return states;
	}

	private async readSome(keys: string[]): Promise<Map<string, KeyState>> {
		const first = keys.map(doneMark);
		const wasDone = await this.marks.set(first).catch(async () => {
			// Two processes that use the marks for the first time get in each other's way.
			await clock.wait(SETTLING_MS);
			return await this.marks.set(first);
		});
		const second = keys.map((key) => (wasDone.has(doneMark(key)) ? sureMark(key) : begunMark(key)));
		const found = await this.marks.set(second);
		const third = keys.filter((key) => found.has(sureMark(key))).map(finalMark);
		const wasFinal = await this.marks.set(third);

		const states = new Map<string, KeyState>();
		const onlyRead: string[] = [];
		for (const key of keys) {
			if (wasFinal.has(finalMark(key))) {
				states.set(key, 'done');
				continue;
			}
			const hadFirst = wasDone.has(doneMark(key));
			const isNew = !hadFirst && !found.has(begunMark(key));
			states.set(key, isNew ? 'new' : 'begun');
			if (hadFirst) onlyRead.push(...doneMarks(key));
			else onlyRead.push(doneMark(key));
			if (isNew) onlyRead.push(begunMark(key));
		}
		await this.marks.remove(onlyRead);
		return states;
	}

	/**
	 * Notes that something may be sent for a key from now on.
	 *
	 * @param content identifies what is sent
	 */
	async begin(key: string, content: string): Promise<void> {
		const marks = [begunMark(key), sentMark(key, content)];
		this.sent.set(key, sentMark(key, content));
		for (const mark of marks) this.obsolete.delete(mark);
		await this.write(marks);
	}

	/** Which of these contents has been sent for a key that is not done. */
	async readSent(key: string, contents: string[]): Promise<Set<string>> {
		const sent = new Set<string>();
		for (let start = 0; start < contents.length; start += KEYS_AT_A_TIME) {
			const some = contents.slice(start, start + KEYS_AT_A_TIME);
			await exclusively(this.name, async () => {
				const found = await this.marks.set(some.map((content) => sentMark(key, content)));
				const isSent = (content: string) => found.has(sentMark(key, content));
				for (const content of some.filter(isSent)) sent.add(content);
				const onlyRead = some.filter((content) => !isSent(content));
				await this.marks.remove(onlyRead.map((content) => sentMark(key, content)));
			});
		}
		return sent;
	}

	/** Notes that a key is done. If that fails, `settle` tries again; until then, the key is begun. */
	async finish(key: string): Promise<void> {
		this.finished.add(key);
		this.abandon(key);
		await this.write(doneMarks(key)).catch(() => undefined);
	}

	/** Notes that a key is new again: what was sent for it had no effect. */
	abandon(key: string): void {
		this.obsolete.add(begunMark(key));
		this.forgetSent(key);
	}

	/** Notes that what was sent for a key does not matter any more, because it is certainly not on its way. */
	forgetSent(key: string): void {
		const mark = this.sent.get(key);
		if (mark !== undefined) this.obsolete.add(mark);
	}

	/** Call it at the end. Removes what is obsolete, and makes sure that the keys that are done stay so. */
	async settle(): Promise<void> {
		if (this.finished.size + this.obsolete.size === 0) return;
		const marks = [...this.finished].flatMap(doneMarks);
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

	private async write(names: string[]): Promise<void> {
		await exclusively(this.name, async () => await this.marks.set(names));
		this.lastWriteMs = clock.now();
	}
}

const doneMark = (key: string): string => `done:${key}`;
const sureMark = (key: string): string => `sure:${key}`;
const finalMark = (key: string): string => `final:${key}`;
const doneMarks = (key: string): string[] => [doneMark(key), sureMark(key), finalMark(key)];
const begunMark = (key: string): string => `begun:${key}`;
const sentMark = (key: string, content: string): string => `sent:${content}:${key}`;
