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

/** Five workers, each of which sends one request after another. */
async function work(pace: RateLimiter, limiter: Limiter, latencies: Array<[number, number]>) {
	let next = 0;
	const worker = async () => {
		while (next < latencies.length) await send(time, pace, limiter, latencies[next++] ?? [0, 0]);
	};
	await time.until(Promise.all(Array.from({ length: 5 }, worker)));
}

const latency: fc.Arbitrary<[number, number]> = fc.tuple(
	fc.constantFrom(0, 5, 300, 4_000, 20_000),
	fc.constantFrom(0, 5, 300, 4_000),
);
const load = fc.array(latency, { minLength: 1, maxLength: 200, size: 'max' });

describe('the rate limit of a credential', () => {
	it('lets the requests of a first minute through immediately, and the next one a minute later', async () => {
		const pace = new RateLimiter();
		const limiter = new Limiter(time, 60);
		const startMs = time.nowMs;
		await work(pace, limiter, Array<[number, number]>(61).fill([0, 0]));
		expect(limiter.own[59]).toBe(startMs);
		expect(Number(limiter.own[60]) - startMs).toBeGreaterThanOrEqual(60_000);
		expect(Number(limiter.own[60]) - startMs).toBeLessThan(62_000);
	});

	it('never exceeds the limit in any 60 seconds, however long requests take to arrive', async () => {
		await fc.assert(
			fc.asyncProperty(load, async (latencies) => {
				const limiter = new Limiter(time, 60);
				await work(new RateLimiter(), limiter, latencies);
				expect(limiter.densest).toBeLessThanOrEqual(60);
				expect(limiter.refusals).toBe(0);
			}),
			{ numRuns: 20 },
		);
	});

	it('is not exceeded and all requests finish, whatever the headers say', async () => {
		const header = fc.oneof(
			fc.constantFrom('60', '0', '59', '180', '60, 60;w=60', '', 'many', '-3', '99999999999'),
			fc.nat(70).map(String),
		);
		const headers = fc.array(fc.tuple(fc.constantFrom('60', '30', '180', ''), header), {
			minLength: 1,
		});
		await fc.assert(
			fc.asyncProperty(headers, fc.nat(150), async (told, count) => {
				const pace = new RateLimiter();
				const limiter = new Limiter(time, 60);
				const requests = async () => {
					for (let index = 0; index <= count; index++) {
						const turn = await pace.acquire();
						limiter.take(true);
						const [limit, remaining] = told[index % told.length] ?? ['', ''];
						pace.observe({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining });
						turn.end();
					}
				};
				await time.until(requests());
				expect(limiter.densest).toBeLessThanOrEqual(60);
			}),
			{ numRuns: 50 },
		);
	});

	it('leaves capacity for others who use the same credential', async () => {
		const pace = new RateLimiter();
		const limiter = new Limiter(time, 60);
		for (let index = 0; index < 40; index++) limiter.take(false);
		await work(pace, limiter, Array<[number, number]>(100).fill([20, 20]));
		expect(limiter.refusals).toBe(0);
	});

	it('waits for the oldest requests of all, its own and those of others', async () => {
		const pace = new RateLimiter();
		const request = async (remaining: number) => {
			const turn = await pace.acquire();
			pace.observe({ 'ratelimit-limit': '5', 'ratelimit-remaining': `${remaining}` });
			turn.end();
		};
		await request(4);
		time.nowMs += 10_000;
		await request(1); // so others have sent two
		time.nowMs += 10_000;
		await request(0);
		const [first = 0, ...next] = [0, 1, 2, 3, 4].map((ahead) => pace.waitMs(time.nowMs, ahead));
		expect(first).toBeGreaterThanOrEqual(40_000);
		expect(next.map((waitMs) => waitMs - first)).toEqual([10_000, 10_000, 10_000, 20_000]);
	});

	it('follows a lower limit once the service has stated it', async () => {
		const pace = new RateLimiter();
		const limiter = new Limiter(time, 10);
		await time.until(send(time, pace, limiter, [0, 0]));
		await work(pace, limiter, Array<[number, number]>(30).fill([1, 1]));
		expect(limiter.refusals).toBe(0);
		expect(limiter.densest).toBeLessThanOrEqual(10);
	});

	it('does not mistake the user’s limit for the credential’s limit', async () => {
		const pace = new RateLimiter();
		pace.observe({ 'ratelimit-limit': '180', 'ratelimit-remaining': '150' });
		for (let index = 0; index < 60; index++) (await pace.acquire()).end();
		expect(pace.waitMs(time.nowMs)).toBeGreaterThanOrEqual(60_000);
	});

	it('respects what remains of the user’s limit', async () => {
		const pace = new RateLimiter();
		const turn = await pace.acquire();
		pace.observe({ 'ratelimit-limit': '180', 'ratelimit-remaining': '0' });
		turn.end();
		expect(pace.waitMs(time.nowMs)).toBeGreaterThanOrEqual(60_000);
	});

	it('uses a higher limit of the credential', async () => {
		const pace = new RateLimiter();
		pace.observe({ 'ratelimit-limit': '120', 'ratelimit-remaining': '120' });
		for (let index = 0; index < 120; index++) (await pace.acquire()).end();
		expect(pace.waitMs(time.nowMs)).toBeGreaterThan(0);
	});
});
