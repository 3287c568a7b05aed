import {
	AgingCache,
	getOrCompute,
	memoize,
	getOrRead,
} from '../../../nodes/SocialPublishing/shared/maps';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';

it('memoize computes a value once for each object', () => {
	let count = 0;
	const numberOf = memoize(() => ++count);
	const [one, other] = [{}, {}];
	expect([numberOf(one), numberOf(other), numberOf(one)]).toEqual([1, 2, 1]);
});

it('memoize keeps a value that is undefined', () => {
	const compute = jest.fn(() => undefined);
	const valueOf = memoize(compute);
	const owner = {};
	valueOf(owner);
	valueOf(owner);
	expect(compute).toHaveBeenCalledTimes(1);
});

it('getOrCompute computes the value of a key once', () => {
	const values = new Map<string, number>();
	expect(getOrCompute(values, 'a', () => 1)).toBe(1);
	expect(getOrCompute(values, 'a', () => 2)).toBe(1);
	expect(getOrCompute(values, 'b', () => 2)).toBe(2);
});

it('getOrRead reads once for all callers, and again after a failure', async () => {
	const values = new Map<string, Promise<string>>();
	const read = jest.fn(async () => await Promise.resolve('value'));
	read.mockRejectedValueOnce(new Error('unreachable'));
	const both = [getOrRead(values, 'a', read), getOrRead(values, 'a', read)];
	for (const each of both) await expect(each).rejects.toThrow('unreachable');
	expect(read).toHaveBeenCalledTimes(1);
	await expect(getOrRead(values, 'a', read)).resolves.toBe('value');
	await expect(getOrRead(values, 'a', read)).resolves.toBe('value');
	expect(read).toHaveBeenCalledTimes(2);
});

it('AgingCache marks a value as not fresh after its lifetime', () => {
	const now = jest.spyOn(clock, 'now').mockReturnValue(0);
	const cache = new AgingCache<object, string>(1_000);
	const owner = {};
	expect(cache.get(owner, 'a')).toBeUndefined();
	cache.set(owner, 'a', 'value');
	now.mockReturnValue(999);
	expect(cache.get(owner, 'a')).toEqual({ value: 'value', isFresh: true });
	now.mockReturnValue(1_000);
	expect(cache.get(owner, 'a')).toEqual({ value: 'value', isFresh: false });
	expect(cache.get({}, 'a')).toBeUndefined();
});
