import { clock } from '../shared/clock';
import { exclusively } from '../shared/exclusively';
import type { Marks } from './marks';

/** Far longer than another process needs for a look-up, from reading marks to removing those that it has set. */
export const SETTLING_MS = 1_000;

/** How many facts at a time. */
export interface BatchSizes {
	read: number;
	noted: number;
	erased: number;
}

/**
 * n8n-workaround(2.39.10, n8n/dist/deduplication/deduplication-helper.js): a call that records goes through all names of
 * the store once, a call that removes goes through them once for each name that it removes. So each call is short, also
 * when the store is full, and a whole look-up, which takes several, ends well within the time for settling.
 */
export const BATCH_SIZES: BatchSizes = { read: 60, noted: 1_000, erased: 20 };

/**
 * Facts that are kept in marks, which can only be read by setting them. So a single mark proves nothing: a process may
 * have been killed between reading it and removing it again, or another may have undone the removal. So each fact has
 * three marks. They are set together and read one after the other, each only where the one before was found: it takes
 * three interrupted look-ups in a row to make a fact of what was only asked for.
 *
 * They are also removed together, by whoever has set any of them: of processes that look up the same fact at the same
 * time, the last then leaves nothing of it.
 */
export class Facts {
	constructor(
		private readonly marks: Marks,
		/** Identifies the marks within this process. */
		private readonly name: string,
		private readonly sizes: BatchSizes,
	) {}

	/** Returns those facts that are noted. */
	async read(facts: string[]): Promise<Set<string>> {
		const noted = new Set<string>();
		for (const some of inBatches(facts, this.sizes.read)) {
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
		const unknown = facts.filter((fact) => !noted.has(fact));
		for (const some of inBatches(unknown, this.sizes.erased)) await this.remove(some);
		return found;
	}

	/** Returns whether all of the facts were noted before. */
	async note(facts: string[]): Promise<boolean> {
		let wereNoted = true;
		for (const some of inBatches(facts, this.sizes.noted)) {
			const marks = some.flatMap(marksOf);
			const marked = await exclusively(this.name, async () => await this.marks.set(marks));
			wereNoted &&= marked.size === marks.length;
		}
		return wereNoted;
	}

	/** Erases facts, each only if it is still obsolete when its turn comes. */
	async erase(facts: string[], isObsolete: (fact: string) => boolean): Promise<void> {
		for (const some of inBatches(facts, this.sizes.erased)) {
			await exclusively(this.name, async () => await this.remove(some.filter(isObsolete)));
		}
	}

	private async remove(facts: string[]): Promise<void> {
		await this.marks.remove(facts.flatMap(marksOf));
	}
}

/** The marks of a fact, in the order in which they are read. */
const MARKS = ['noted', 'sure', 'final'].map((mark) => (fact: string) => `${mark}:${fact}`);
const marksOf = (fact: string): string[] => MARKS.map((markOf) => markOf(fact));

function inBatches<T>(list: T[], size: number): T[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_, index) => list.slice(index * size, (index + 1) * size));
}
