import {
	clearJournal,
	deleteEntry,
	isAmong,
	itemsWithEntries,
	openJournal,
	readEntry,
	writeEntry,
	writeWhileUncertain,
} from '../../../nodes/SocialPublishing/commands/journal';
import { lostResponse } from '../support/lostResponse';

describe('the journal of a node', () => {
	let executions = 0;
	let scope = { executionId: '', nodeId: 'n', round: 0, itemIndex: 0 };
	beforeEach(() => (scope = { ...scope, executionId: `earlier ${executions++}` }));
	const at = (round: number, itemIndex: number) => ({ ...scope, round, itemIndex });

	it('keeps entries of different executions, nodes, rounds, items and names apart', () => {
		expect(() => deleteEntry(scope, 'a')).not.toThrow();
		writeEntry(scope, 'a', { value: 1 });
		expect(readEntry(scope, 'a')).toEqual({ value: 1 });
		const others = [at(1, 0), at(0, 1), { ...scope, nodeId: 'm' }, { ...scope, executionId: 'e' }];
		for (const other of others) expect(readEntry(other, 'a')).toBeUndefined();
		expect(readEntry(scope, 'b')).toBeUndefined();
		deleteEntry(scope, 'a');
		expect(readEntry(scope, 'a')).toBeUndefined();
		deleteEntry(scope, 'a');
	});

	it('adds its entries to the earlier ones in the object that n8n stores', () => {
		writeEntry(scope, 'a', { value: 1 });
		const stored = { '[0,1,"b"]': { value: 2 }, '[0,2,"c"]': 'no record' };
		openJournal(scope, stored);
		expect(stored).toMatchObject({ '[0,0,"a"]': { value: 1 }, '[0,1,"b"]': { value: 2 } });
		expect(readEntry(at(0, 1), 'b')).toEqual({ value: 2 });
		expect(readEntry(at(0, 2), 'c')).toBeUndefined();
		clearJournal(scope);
		expect(stored).toEqual({});
		expect(readEntry(scope, 'a')).toBeUndefined();
		clearJournal(scope);
	});

	it('lists the items that have been started, and those with a command of unknown effect or an accepted one', () => {
		expect(itemsWithEntries(scope, 'any').size).toBe(0);
		writeEntry(scope, 'a', { isOpen: true });
		writeEntry(at(1, 0), 'a', { response: {} });
		const items = [at(0, 0), at(1, 0), at(0, 1)];
		const among = (names: Set<string>) => items.map((item) => isAmong(item, names));
		expect(among(itemsWithEntries(scope, 'any'))).toEqual([true, true, false]);
		expect(among(itemsWithEntries(scope, 'uncertain'))).toEqual([true, false, false]);
		expect(among(itemsWithEntries(scope, 'accepted'))).toEqual([false, true, false]);
		expect(among(new Set())).toEqual([false, false, false]);
	});

	it('keeps an entry while a command is under way, and afterwards only if its effect is unknown', async () => {
		const during: unknown[] = [];
		const send = async (error?: Error) =>
			await writeWhileUncertain(scope, 'a', { value: 1 }, async () => {
				during.push(readEntry(scope, 'a'));
				if (error !== undefined) throw error;
				return 'done';
			});
		await expect(send(lostResponse('Maybe'))).rejects.toThrow('Maybe');
		expect(readEntry(scope, 'a')).toEqual({ value: 1, isOpen: true });
		expect(await send()).toBe('done');
		expect(readEntry(scope, 'a')).toBeUndefined();
		await expect(send(new Error('No'))).rejects.toThrow('No');
		expect(readEntry(scope, 'a')).toBeUndefined();
		expect(during).toEqual(Array(3).fill({ value: 1, isOpen: true }));
	});
});
