import {
	asFlag,
	ExpiringMap,
	processMemory,
} from '../../../nodes/SocialPublishing/commands/processMemory';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { lostResponse } from '../support/lostResponse';

let nowMs = 1_800_000_000_000;
beforeEach(() => jest.spyOn(clock, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

describe('an expiring map', () => {
	it('drops an entry when it expires', () => {
		const map = new ExpiringMap<string>(10, 1_000);
		map.set('a', 'first');
		nowMs += 999;
		expect(map.get('a')).toBe('first');
		nowMs += 1;
		expect(map.get('a')).toBeUndefined();
		nowMs -= 1;
		expect(map.get('a')).toBeUndefined();
	});

	it('keeps an entry for a day by default', () => {
		const map = new ExpiringMap<string>(10);
		map.set('a', 'first');
		nowMs += 86_399_999;
		expect(map.get('a')).toBe('first');
		nowMs += 1;
		expect(map.get('a')).toBeUndefined();
	});

	it('drops the oldest entry when it is full', () => {
		const map = new ExpiringMap<number>(2);
		map.set('a', 1);
		map.set('b', 2);
		expect([map.get('a'), map.get('b')]).toEqual([1, 2]);
		map.set('a', 3);
		map.set('c', 4);
		expect(['a', 'b', 'c'].map((name) => map.get(name))).toEqual([3, undefined, 4]);
	});

	it('treats keys with the same properties in another order as equal', () => {
		const map = new ExpiringMap<number>(2);
		map.set({ a: 1, b: [{ c: 2, d: 3 }] }, 1);
		expect(map.get({ b: [{ d: 3, c: 2 }], a: 1 })).toBe(1);
		map.delete({ a: 1, b: [{ d: 3, c: 2 }] });
		expect(map.get({ a: 1, b: [{ c: 2, d: 3 }] })).toBeUndefined();
	});
});

describe('processMemory', () => {
	const numbers = processMemory('test number', (stored) =>
		typeof stored === 'number' ? stored : undefined,
	);
	const flags = processMemory('test flag', asFlag);

	it('keeps entries of different kinds apart', () => {
		numbers.remember('a', 1);
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([1, undefined]);
		flags.remember('a', true);
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([1, true]);
		numbers.forget('a');
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([undefined, true]);
	});

	it('keeps a value only if its command may have taken effect', async () => {
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
