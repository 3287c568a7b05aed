import {
	NAMES_KEPT,
	type ProcessedItems,
} from '../../../nodes/SocialPublishing/commands/ledgerStore';

/** What the calls to n8n's store of processed items have cost. */
export interface StoreCosts {
	calls: number;
	/** In one call; adding takes time for each of them, and for each name in the store. */
	mostAdded: number;
	/** In one call; removing goes through the store for each of them. */
	mostRemoved: number;
	/** In the store. */
	mostNames: number;
}

/** n8n's store of processed items: it keeps the newest names, and counts the costs of its calls. */
export class CountingStore implements ProcessedItems {
	readonly costs: StoreCosts = { calls: 0, mostAdded: 0, mostRemoved: 0, mostNames: 0 };

	/** In the order in which they were added; a name that is added again keeps its place. */
	private readonly names = new Set<string>();
	private callsLeft = Infinity;

	get size(): number {
		return this.names.size;
	}

	/** After this many calls, the process is dead until `revive`. */
	killAfter(calls: number): void {
		this.callsLeft = calls;
	}

	revive(): void {
		this.callsLeft = Infinity;
	}

	get isDead(): boolean {
		return this.callsLeft < 0;
	}

	async add(names: string[]): Promise<ReadonlySet<string>> {
		if (names.length === 0) return new Set();
		this.count('mostAdded', names);
		const found = new Set(names.filter((name) => this.names.has(name)));
		for (const name of names) this.names.add(name);
		this.costs.mostNames = Math.max(this.costs.mostNames, this.names.size);
		for (const oldest of this.names) {
			if (this.names.size <= NAMES_KEPT) break;
			this.names.delete(oldest);
		}
		return found;
	}

	async remove(names: string[]): Promise<void> {
		if (names.length === 0) return;
		this.count('mostRemoved', names);
		for (const name of names) this.names.delete(name);
	}

	private count(most: 'mostAdded' | 'mostRemoved', names: string[]): void {
		if (--this.callsLeft < 0) throw new Error('The process is dead');
		this.costs.calls++;
		this.costs[most] = Math.max(this.costs[most], names.length);
	}
}
