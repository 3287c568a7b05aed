/** Entries by key, in the order in which their keys came. */
class EntriesByKey extends Map<string, Set<string>> {
	of(key: string): string[] {
		return [...(this.get(key) ?? [])];
	}

	add(key: string, entries: string[]): void {
		this.set(key, new Set([...this.of(key), ...entries]));
	}

	/** Returns whether it was there. */
	remove(key: string, entry: string): boolean {
		const entries = this.get(key);
		const wasThere = entries?.delete(entry) === true;
		if (entries?.size === 0) this.delete(key);
		return wasThere;
	}
}

/** The entries that a process knows to be in n8n's store. */
export class KnownEntries {
	/** Those that this process has added, by key; the newest come last. */
	readonly added = new EntriesByKey();
	/** Those that are no longer true. */
	readonly obsolete = new Set<string>();
	/** Those that this process has found, by key: the processes that added them settle them. */
	private readonly found = new EntriesByKey();

	of(key: string): string[] {
		return [...this.added.of(key), ...this.found.of(key)];
	}

	/** Call it before this process adds them. They are true again if they were obsolete. */
	add(key: string, entries: string[]): void {
		this.added.add(key, entries);
		for (const entry of entries) this.obsolete.delete(entry);
	}

	/** Call it when this process has found them. */
	find(key: string, entries: string[]): void {
		this.found.add(key, entries);
	}

	/** Marks entries as obsolete, if they are known to be in the store. */
	discard(key: string, entries: string[]): void {
		for (const entry of entries) {
			const wasAdded = this.added.remove(key, entry);
			if (this.found.remove(key, entry) || wasAdded) this.obsolete.add(entry);
		}
	}
}
