import fc from 'fast-check';

import { Pacer } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { Limiter, send } from './limiter';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
});
afterEach(() => jest.restoreAllMocks());

/** Milliseconds there and back to a service that takes about as long for each request. */
const latencies = (count: number): fc.Arbitrary<Array<[number, number]>> =>
	fc.constantFrom(4, 40, 400).chain((typicalMs) => {
		const oneWay = fc.integer({ min: typicalMs / 4, max: typicalMs });
		return fc.array(fc.tuple(oneWay, oneWay), { minLength: count, maxLength: count });
	});

/** What one process has under way at most: a command at a time, and five reads. */
const atOnce = { commands: [1], 'commands and reads': [1, 5] };

/** Lets a process send `count` requests in each of its executions. */
async function run(
	limiter: Limiter,
	pacer: Pacer,
	widths: number[],
	latencies: Array<[number, number]>,
) {
	const worker = async (left: Array<[number, number]>) => {
		for (let next = left.pop(); next; next = left.pop()) await send(time, pacer, limiter, next);
	};
	await Promise.all(
		widths.map(async (width) => {
			const left = [...latencies];
			await Promise.all(Array.from({ length: width }, async () => await worker(left)));
		}),
	);
}

describe.each(Object.entries(atOnce))(
	'three processes with the same token: %s',
	(_name, widths) => {
		it('are refused at most once in a hundred requests, and leave two of sixty unused', async () => {
			const ofEach = 240 / 3 / widths.length;
			const rounds = fc.sample(latencies(3 * ofEach), { numRuns: 10, seed: 1 });
			let [sent, refused] = [0, 0];
			for (const round of rounds) {
				const limiter = new Limiter(time, 60);
				const startMs = time.nowMs;
				await time.until(
					Promise.all(
						[0, 1, 2].map(async (process) => {
							const own = round.slice(process * ofEach, (process + 1) * ofEach);
							await run(limiter, new Pacer(), widths, own);
						}),
					),
				);
				sent += limiter.own.length;
				refused += limiter.refusals;
				expect(time.nowMs - startMs).toBeLessThan(Math.ceil(240 / 58) * 61_000);
			}
			expect(refused).toBeLessThanOrEqual(sent / 100);
		});
	},
);

describe('a process beside others', () => {
	it('sends one request first in a minute, and waits a second at most until it has arrived', async () => {
		const limiter = new Limiter(time, 60);
		const pacer = new Pacer();
		for (let index = 0; index < 30; index++) limiter.take(false);
		await time.until(send(time, pacer, limiter, [1, 1]));
		time.nowMs += 61_000;
		const startMs = time.nowMs;
		const begun = await time.until(
			Promise.all(
				[5_000, 1, 1].map(async (durationMs) => {
					const permit = await pacer.acquire();
					const atMs = time.nowMs - startMs;
					await time.sleep(durationMs);
					permit.end();
					return atMs;
				}),
			),
		);
		expect(begun).toEqual([0, 1_000, 1_020]);
	});

	it('sends five at a time while many are left, and the last twenty one by one', async () => {
		const limiter = new Limiter(time, 60);
		const pacer = new Pacer();
		for (let index = 0; index < 15; index++) limiter.take(false);
		await time.until(send(time, pacer, limiter, [1, 1]));
		const startMs = time.nowMs;
		const requests = (count: number) => Array<[number, number]>(count).fill([10, 10]);
		await time.until(run(limiter, pacer, [5], requests(20)));
		expect(time.nowMs - startMs).toBe(4 * 20);
		time.nowMs += 1_000;
		const lateMs = time.nowMs;
		for (let index = 0; index < 5; index++) limiter.take(false);
		await time.until(send(time, pacer, limiter, [10, 10]));
		await time.until(run(limiter, pacer, [5], requests(6)));
		expect(time.nowMs - lateMs).toBeGreaterThanOrEqual(7 * 20);
	});
});

describe('a process that others left ten minutes ago', () => {
	it('uses all of the limit again', async () => {
		const limiter = new Limiter(time, 60);
		const pacer = new Pacer();
		for (let index = 0; index < 30; index++) limiter.take(false);
		await time.until(send(time, pacer, limiter, [1, 1]));
		time.nowMs += 10 * 60_000;
		const startMs = time.nowMs;
		await time.until(run(limiter, pacer, [5], Array<[number, number]>(60).fill([10, 10])));
		expect(time.nowMs - startMs).toBe(12 * 20);
	});
});

describe('a process alone', () => {
	it('is not held back where the minute of the service lasts a little longer', async () => {
		const limiter = new Limiter(time, 60, 60_900);
		const startMs = time.nowMs;
		const requests = Array<[number, number]>(180).fill([20, 20]);
		await time.until(run(limiter, new Pacer(), [1, 5], requests));
		expect(limiter.refusals).toBe(0);
		expect(time.nowMs - startMs).toBeLessThan(6 * 61_500);
	});
});

describe('a process beside a person who uses the same token', () => {
	it('is not held back: it sends all that the limit leaves, five at a time', async () => {
		const limiter = new Limiter(time, 60);
		const pacer = new Pacer();
		for (let index = 0; index < 5; index++) limiter.take(false);
		const startMs = time.nowMs;
		await time.until(run(limiter, pacer, [5], Array<[number, number]>(55).fill([10, 10])));
		expect(time.nowMs - startMs).toBe(11 * 20);
		expect(limiter.refusals).toBe(0);
	});
});
