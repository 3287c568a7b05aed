import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { AttemptMemory } from '../../../nodes/SocialPublishing/commands/attemptMemory';
import {
	forgetAttempt,
	forgetAttempts,
	isAmong,
	itemsWithAttempts,
	itemsWithOpenAttempts,
	openAttempts,
	recallAttempt,
	rememberAttempt,
	rememberWhileUncertain,
} from '../../../nodes/SocialPublishing/commands/journal';
import { asFlag, processMemory } from '../../../nodes/SocialPublishing/commands/processMemory';
import { lostResponse } from '../support/lostResponse';

let nowMs = 1_800_000_000_000;
beforeEach(() => jest.spyOn(clock, 'now').mockImplementation(() => nowMs));
afterEach(() => jest.restoreAllMocks());

describe('a memory of attempts', () => {
	it('forgets after its time', () => {
		const memory = new AttemptMemory<string>(10, 1_000);
		memory.remember('a', 'first');
		nowMs += 999;
		expect(memory.recall('a')).toBe('first');
		nowMs += 1;
		expect(memory.recall('a')).toBeUndefined();
		nowMs -= 1;
		expect(memory.recall('a')).toBeUndefined();
	});

	it('keeps for a day by default', () => {
		const memory = new AttemptMemory<string>(10);
		memory.remember('a', 'first');
		nowMs += 86_399_999;
		expect(memory.recall('a')).toBe('first');
		nowMs += 1;
		expect(memory.recall('a')).toBeUndefined();
	});

	it('drops the oldest entry when it is full', () => {
		const memory = new AttemptMemory<number>(2);
		memory.remember('a', 1);
		memory.remember('b', 2);
		expect([memory.recall('a'), memory.recall('b')]).toEqual([1, 2]);
		memory.remember('a', 3);
		memory.remember('c', 4);
		expect(['a', 'b', 'c'].map((name) => memory.recall(name))).toEqual([3, undefined, 4]);
	});

	it('takes the same names in another order for the same', () => {
		const memory = new AttemptMemory<number>(2);
		memory.remember({ a: 1, b: [{ c: 2, d: 3 }] }, 1);
		expect(memory.recall({ b: [{ d: 3, c: 2 }], a: 1 })).toBe(1);
		memory.forget({ a: 1, b: [{ d: 3, c: 2 }] });
		expect(memory.recall({ a: 1, b: [{ c: 2, d: 3 }] })).toBeUndefined();
	});
});

describe('the memory of the process', () => {
	const numbers = processMemory('test number', (stored) =>
		typeof stored === 'number' ? stored : undefined,
	);
	const flags = processMemory('test flag', asFlag);

	it('keeps the kinds of entries apart', () => {
		numbers.remember('a', 1);
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([1, undefined]);
		flags.remember('a', true);
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([1, true]);
		numbers.forget('a');
		expect([numbers.recall('a'), flags.recall('a')]).toEqual([undefined, true]);
	});

	it('keeps what may have taken effect', async () => {
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

describe('what the attempts of a node leave', () => {
	let executions = 0;
	let scope = { executionId: '', nodeId: 'n', round: 0, itemIndex: 0 };
	beforeEach(() => (scope = { ...scope, executionId: `earlier ${executions++}` }));
	const at = (round: number, itemIndex: number) => ({ ...scope, round, itemIndex });

	it('is told apart by node, round, item and name', () => {
		expect(() => forgetAttempt(scope, 'a')).not.toThrow();
		rememberAttempt(scope, 'a', { value: 1 });
		expect(recallAttempt(scope, 'a')).toEqual({ value: 1 });
		const others = [at(1, 0), at(0, 1), { ...scope, nodeId: 'm' }, { ...scope, executionId: 'e' }];
		for (const other of others) expect(recallAttempt(other, 'a')).toBeUndefined();
		expect(recallAttempt(scope, 'b')).toBeUndefined();
		forgetAttempt(scope, 'a');
		expect(recallAttempt(scope, 'a')).toBeUndefined();
		forgetAttempt(scope, 'a');
	});

	it('is in the object that n8n stores, together with what was known before', () => {
		rememberAttempt(scope, 'a', { value: 1 });
		const stored = { '[0,1,"b"]': { value: 2 }, '[0,2,"c"]': 'no record' };
		openAttempts(scope, stored);
		expect(stored).toMatchObject({ '[0,0,"a"]': { value: 1 }, '[0,1,"b"]': { value: 2 } });
		expect(recallAttempt(at(0, 1), 'b')).toEqual({ value: 2 });
		expect(recallAttempt(at(0, 2), 'c')).toBeUndefined();
		forgetAttempts(scope);
		expect(stored).toEqual({});
		expect(recallAttempt(scope, 'a')).toBeUndefined();
		forgetAttempts(scope);
	});

	it('tells which items have been started, and which are open', () => {
		expect(itemsWithAttempts(scope).size).toBe(0);
		rememberAttempt(scope, 'a', { isOpen: true });
		rememberAttempt(at(1, 0), 'a', { isOpen: false });
		const items = [at(0, 0), at(1, 0), at(0, 1)];
		const among = (names: Set<string>) => items.map((item) => isAmong(item, names));
		expect(among(itemsWithAttempts(scope))).toEqual([true, true, false]);
		expect(among(itemsWithOpenAttempts(scope))).toEqual([true, false, false]);
		expect(among(new Set())).toEqual([false, false, false]);
	});

	it('is open while a command is under way, and after it if nobody knows', async () => {
		const during: unknown[] = [];
		const send = async (error?: Error) =>
			await rememberWhileUncertain(scope, 'a', { value: 1 }, async () => {
				during.push(recallAttempt(scope, 'a'));
				if (error !== undefined) throw error;
				return 'done';
			});
		await expect(send(lostResponse('Maybe'))).rejects.toThrow('Maybe');
		expect(recallAttempt(scope, 'a')).toEqual({ value: 1, isOpen: true });
		expect(await send()).toBe('done');
		expect(recallAttempt(scope, 'a')).toBeUndefined();
		await expect(send(new Error('No'))).rejects.toThrow('No');
		expect(recallAttempt(scope, 'a')).toBeUndefined();
		expect(during).toEqual(Array(3).fill({ value: 1, isOpen: true }));
	});
});
