/** Counted from 1, with ranges: "Item 1", "Items 1 and 2", "Items 1 to 7 and 9". */
export function nameItems(indices: number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const index of [...indices].sort((a, b) => a - b)) {
		const range = ranges.at(-1);
		if (range?.last === index) range.last = index + 1;
		else ranges.push({ first: index + 1, last: index + 1 });
	}
	const names = ranges.flatMap(({ first, last }) => {
		if (last - first > 1) return `${first} to ${last}`;
		return first === last ? String(first) : [String(first), String(last)];
	});
	const last = names.pop();
	const list = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
	return `${indices.length === 1 ? 'Item' : 'Items'} ${list}`;
}
