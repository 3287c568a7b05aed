import fc from 'fast-check';

import { Ledger } from '../../../nodes/SocialPublishing/commands/ledger';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { settings } from '../../property/settings';
import { PostingWorld, type Fate } from './postingWorld';

const KEYS = ['a', 'b', 'c'];
const RUNS = settings(150);

afterEach(() => jest.restoreAllMocks());

const pace = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 7 });
const hasMany = fc.boolean();
const living = fc.record({ pace, hasMany, startMs: fc.integer({ min: 0, max: 3_000 }) });
/** With many keys, it takes more than twice as many steps to reach the same point. */
const mortal = fc.oneof(
	fc.record({ killedAt: fc.integer({ min: 1, max: 45 }), pace }),
	fc.record({ killedAt: fc.integer({ min: 1, max: 140 }), pace, hasMany: fc.constant(true) }),
);
const hours = fc.constantFrom(1, 25);

const counts = (world: PostingWorld) => KEYS.map((key) => world.countOf(key));

describe('a key', () => {
	it('is posted once, whenever the process is killed', async () => {
		const rounds = fc.array(fc.record({ fate: mortal, hours }), { minLength: 1, maxLength: 4 });
		await fc.assert(
			fc.asyncProperty(rounds, async (all) => {
				const world = new PostingWorld();
				for (const round of all) {
					await world.run(KEYS, round.fate);
					world.passHours(round.hours);
					await world.run(KEYS, {});
					world.passHours(round.hours);
				}
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is posted once even if two runs in a row are killed', async () => {
		await fc.assert(
			fc.asyncProperty(mortal, mortal, hours, async (first, second, pause) => {
				const world = new PostingWorld();
				await world.run(KEYS, first);
				await world.run(KEYS, second);
				world.passHours(pause);
				await world.run(KEYS, {});
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is never posted twice, however often processes are killed', async () => {
		const rounds = fc.array(fc.record({ fate: mortal, hours }), { minLength: 2, maxLength: 6 });
		await fc.assert(
			fc.asyncProperty(rounds, async (all) => {
				const world = new PostingWorld();
				for (const round of all) {
					await world.run(KEYS, round.fate);
					world.passHours(round.hours);
				}
				expect(Math.max(...counts(world))).toBeLessThanOrEqual(1);
			}),
			RUNS,
		);
	});

	it('is posted once by processes that run at the same time, now and a day later', async () => {
		const processes = fc.array(living, { minLength: 2, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(processes, processes, async (first, later) => {
				const world = new PostingWorld();
				await world.run(KEYS, ...first);
				expect(counts(world)).toEqual([1, 1, 1]);
				world.passHours(25);
				await world.run(KEYS, ...later);
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is posted once if one of the processes is killed', async () => {
		const processes = fc.tuple(mortal, living, living);
		await fc.assert(
			fc.asyncProperty(processes, hours, async (first, pause) => {
				const world = new PostingWorld();
				await world.run(KEYS, ...first);
				world.passHours(pause);
				await world.run(KEYS, {}, { pace: [0.9] });
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is posted once even if one of the processes stalls for seconds', async () => {
		const step = fc.integer({ min: 1, max: 60 });
		const stalling = fc.record({ pace, stalledAt: step, killedAt: step, hasMany });
		await fc.assert(
			fc.asyncProperty(stalling, living, async (first, second) => {
				const world = new PostingWorld();
				await world.run(KEYS, first, second);
				world.passHours(25);
				await world.run(KEYS, {});
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is posted once even if its response is lost while other processes rewrite their entries', async () => {
		const processes = fc.array(living, { minLength: 1, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(processes, hours, async (first, pause) => {
				const world = new PostingWorld();
				const [one = {}, ...rest] = first;
				// A process with the same key takes it over.
				const others = rest.map((fate) => ({ ...fate, keys: ['b', 'c'] }));
				await world.run(KEYS, { ...one, unanswered: ['a'] }, ...others);
				world.passHours(pause);
				await world.run(KEYS, {});
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});

	it('is new in the next run if the service refuses its post, while the other keys are posted', async () => {
		const processes = fc.array(living, { minLength: 1, maxLength: 3 });
		await fc.assert(
			fc.asyncProperty(processes, hours, async (first, pause) => {
				const world = new PostingWorld();
				const refusing: Fate[] = first.map((fate) => ({ ...fate, refused: ['a'] }));
				await world.run(KEYS, ...refusing);
				expect(counts(world)).toEqual([0, 1, 1]);
				world.passHours(pause);
				await world.run(KEYS, {});
				expect(counts(world)).toEqual([1, 1, 1]);
			}),
			RUNS,
		);
	});
});

it('a key is not new if another process finishes it between two reads of its states', async () => {
	jest.spyOn(clock, 'wait').mockResolvedValue();
	const names = new Set<string>();
	const items = {
		add: async (some: string[]) => {
			const known = some.filter((name) => names.has(name));
			for (const name of some) names.add(name);
			return await Promise.resolve(new Set(known));
		},
		remove: async (some: string[]) => {
			for (const name of some) names.delete(name);
			await Promise.resolve();
		},
	};
	const other = new Ledger(items, 'other');
	await other.begin('key', []);
	let hasFinished = false;
	const remove = async (some: string[]) => {
		await items.remove(some);
		if (hasFinished) return;
		hasFinished = true;
		await other.finish('key', 'post');
		await other.settle();
	};
	const ledger = new Ledger({ ...items, remove }, 'this');
	expect(await ledger.read(['key'])).toEqual(new Map([['key', 'done']]));
});
