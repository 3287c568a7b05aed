import { ProcessMemory } from '../../../nodes/SocialPublishing/commands/processMemory';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { lostResponse } from '../support/lostResponse';

let nowMs = 1_800_000_000_000;
beforeEach(() => jest.spyOn(clock, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

describe('the memory of a process', () => {
	it('keeps an entry for a day', () => {
		const memory = new ProcessMemory<string>(10);
		memory.remember('a', 'first');
		nowMs += 86_399_999;
		expect(memory.recall('a')).toBe('first');
		nowMs += 1;
		expect(memory.recall('a')).toBeUndefined();
		nowMs -= 1;
		expect(memory.recall('a')).toBeUndefined();
	});

	it('drops the oldest entry when it is full', () => {
		const memory = new ProcessMemory<number>(2);
		memory.remember('a', 1);
		memory.remember('b', 2);
		expect([memory.recall('a'), memory.recall('b')]).toEqual([1, 2]);
		memory.remember('a', 3);
		memory.remember('c', 4);
		expect(['a', 'b', 'c'].map((name) => memory.recall(name))).toEqual([3, undefined, 4]);
	});

	it('treats keys with the same properties in another order as equal', () => {
		const memory = new ProcessMemory<number>(2);
		memory.remember({ a: 1, b: [{ c: 2, d: 3 }] }, 1);
		expect(memory.recall({ b: [{ d: 3, c: 2 }], a: 1 })).toBe(1);
		memory.forget({ a: 1, b: [{ d: 3, c: 2 }] });
		expect(memory.recall({ a: 1, b: [{ c: 2, d: 3 }] })).toBeUndefined();
	});

	it('keeps a value only if its command may have taken effect', async () => {
		const numbers = new ProcessMemory<number>();
		const fail = async (error: Error) =>
			await expect(numbers.whileUncertain('b', 1, () => Promise.reject(error))).rejects.toBe(error);
		await fail(new Error('No'));
		expect(numbers.recall('b')).toBeUndefined();
		await fail(lostResponse());
		expect(numbers.recall('b')).toBe(1);
		expect(await numbers.whileUncertain('c', 2, () => Promise.resolve('done'))).toBe('done');
		expect(numbers.recall('c')).toBe(2);
	});
});
