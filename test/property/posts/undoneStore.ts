import { ProcessedItems } from '../../engine';

/** Another process undoes a call of n8n's store: it has read the store before, and writes it back. Counted from now on. */
export function undoCall(nth: number): void {
	const { current } = ProcessedItems;
	const { checkProcessedAndRecord, removeProcessed } = current;
	let calls = 0;
	const orUndone = async <T>(call: () => Promise<T>): Promise<T> => {
		const before = new Map(current.records);
		const result = await call();
		if (++calls !== nth) return result;
		current.records.clear();
		for (const [name, entries] of before) current.records.set(name, entries);
		return result;
	};
	current.checkProcessedAndRecord = async (...parameters) =>
		await orUndone(async () => await checkProcessedAndRecord.apply(current, parameters));
	current.removeProcessed = async (...parameters) =>
		await orUndone(async () => await removeProcessed.apply(current, parameters));
}

/** From now on, nothing is undone. */
export function undoNothing(): void {
	const { records } = ProcessedItems.current;
	ProcessedItems.current = new ProcessedItems();
	for (const [name, entries] of records) ProcessedItems.current.records.set(name, entries);
}
