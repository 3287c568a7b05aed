/** In the order in which the keys first occur. */
export function groupBy<T>(entries: T[], keyOf: (entry: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [entry]);
		else group.push(entry);
	}
	return groups;
}
