import fc from 'fast-check';

import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
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

const requests = (count: number) => Array<[number, number]>(count).fill([10, 10]);

/** A process, and a limiter that has already counted this many requests of others. */
function withOthers(others: number, minuteMs?: number) {
	const limiter = new Limiter(time, 60, minuteMs);
	for (let index = 0; index < others; index++) limiter.take(false);
	const rateLimiter = new RateLimiter();
	return {
		limiter,
		/** The time that the process takes to send this many requests, in milliseconds. */
		durationOf: async (count: number, widths = [5]) => {
			const startMs = time.nowMs;
			await time.until(run(limiter, rateLimiter, widths, requests(count)));
			return time.nowMs - startMs;
		},
	};
}

/** How many requests one process sends at a time: one command, and five reads. */
const atOnce = { commands: [1], 'commands and reads': [1, 5] };

/** Lets a process send these requests in each of its executions, as many at a time as `widths` states. */
async function run(
	limiter: Limiter,
	rateLimiter: RateLimiter,
	widths: number[],
	roundTrips: Array<[number, number]>,
) {
	const worker = async (left: Array<[number, number]>) => {
		for (let next = left.pop(); next; next = left.pop())
			await send(time, rateLimiter, limiter, next);
	};
	await Promise.all(
		widths.map(async (width) => {
			const left = [...roundTrips];
			await Promise.all(Array.from({ length: width }, async () => await worker(left)));
		}),
	);
}

describe.each(Object.entries(atOnce))(
	'three processes that send %s with the same token',
	(_name, widths) => {
		it('send all requests as fast as the limit allows, with one refusal in eight at most', async () => {
			const perExecution = 240 / 3 / widths.length;
			const rounds = fc.sample(latencies(3 * perExecution), { numRuns: 10, seed: 1 });
			let [sent, refused] = [0, 0];
			for (const round of rounds) {
				const limiter = new Limiter(time, 60);
				const startMs = time.nowMs;
				await time.until(
					Promise.all(
						[0, 1, 2].map(async (process) => {
							const own = round.slice(process * perExecution, (process + 1) * perExecution);
							await run(limiter, new RateLimiter(), widths, own);
						}),
					),
				);
				sent += limiter.own.length;
				refused += limiter.refusals;
				// 240 requests at 60 a minute, and part of the minute in which the last refused ones are sent again.
				expect(time.nowMs - startMs).toBeLessThan(3.5 * 61_000);
			}
			expect(refused).toBeLessThanOrEqual(sent / 8);
		});
	},
);

describe('a process without other processes', () => {
	it('uses the whole limit although a person uses the same token', async () => {
		const { limiter, durationOf } = withOthers(5);
		expect(await durationOf(55)).toBe(11 * 20);
		expect(limiter.refusals).toBe(0);
	});

	it('uses the whole limit although the minute of the service lasts a little longer', async () => {
		const { limiter, durationOf } = withOthers(0, 60_900);
		expect(await durationOf(180, [1, 5])).toBeLessThan(6 * 61_500);
		expect(limiter.refusals).toBe(0);
	});
});
