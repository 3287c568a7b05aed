/** Facts by the key that they are about, in the order in which their keys came. */
export class FactsByKey extends Map<string, Set<string>> {
	of(key: string): string[] {
		return [...(this.get(key) ?? [])];
	}

	add(key: string, facts: string[]): void {
		this.set(key, new Set([...this.of(key), ...facts]));
	}

	/** Returns whether it was there. */
	remove(key: string, fact: string): boolean {
		const facts = this.get(key);
		const wasThere = facts?.delete(fact) === true;
		if (facts?.size === 0) this.delete(key);
		return wasThere;
	}
}
