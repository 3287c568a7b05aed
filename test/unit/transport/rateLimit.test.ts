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
async function work(
	rateLimiter: RateLimiter,
	limiter: Limiter,
	latencies: Array<[number, number]>,
) {
	let next = 0;
	const worker = async () => {
		while (next < latencies.length)
			await send(time, rateLimiter, limiter, latencies[next++] ?? [0, 0]);
	};
	await time.until(Promise.all(Array.from({ length: 5 }, worker)));
}

const latency: fc.Arbitrary<[number, number]> = fc.tuple(
	fc.constantFrom(0, 5, 300, 4_000, 20_000),
	fc.constantFrom(0, 5, 300, 4_000),
);
const load = fc.array(latency, { minLength: 1, maxLength: 200, size: 'max' });

describe('RateLimiter', () => {
	it('sends the first 60 requests at once, and the next one a minute later', async () => {
		const rateLimiter = new RateLimiter();
		const limiter = new Limiter(time, 60);
		const startMs = time.nowMs;
		await work(rateLimiter, limiter, Array<[number, number]>(61).fill([0, 0]));
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

	it('never exceeds the limit, and sends all requests, whatever the headers state', async () => {
		const header = fc.oneof(
			fc.constantFrom('60', '0', '59', '180', '60, 60;w=60', '', 'many', '-3', '99999999999'),
			fc.nat(70).map(String),
		);
		const headers = fc.array(fc.tuple(fc.constantFrom('60', '30', '180', ''), header), {
			minLength: 1,
		});
		await fc.assert(
			fc.asyncProperty(headers, fc.nat(150), async (stated, count) => {
				const rateLimiter = new RateLimiter();
				const limiter = new Limiter(time, 60);
				const requests = async () => {
					for (let index = 0; index <= count; index++) {
						const permit = await rateLimiter.acquire();
						limiter.take(true);
						const [limit, remaining] = stated[index % stated.length] ?? ['', ''];
						rateLimiter.observe({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining });
						permit.end();
					}
				};
				await time.until(requests());
				expect(limiter.densest).toBeLessThanOrEqual(60);
			}),
			{ numRuns: 50 },
		);
	});

	it('leaves capacity for others with the same credential', async () => {
		const rateLimiter = new RateLimiter();
		const limiter = new Limiter(time, 60);
		for (let index = 0; index < 40; index++) limiter.take(false);
		await work(rateLimiter, limiter, Array<[number, number]>(100).fill([20, 20]));
		expect(limiter.refusals).toBe(0);
	});

	it('waits for the oldest requests to leave the window, its own and those of others', async () => {
		const rateLimiter = new RateLimiter();
		const request = async (remaining: number) => {
			const permit = await rateLimiter.acquire();
			rateLimiter.observe({ 'ratelimit-limit': '5', 'ratelimit-remaining': `${remaining}` });
			permit.end();
		};
		await request(4);
		time.nowMs += 10_000;
		await request(1); // so others have sent two
		time.nowMs += 10_000;
		await request(0);
		const [first = 0, ...next] = [0, 1, 2, 3, 4].map((ahead) =>
			rateLimiter.waitMs(time.nowMs, ahead),
		);
		expect(first).toBeGreaterThanOrEqual(40_000);
		expect(next.map((waitMs) => waitMs - first)).toEqual([10_000, 10_000, 10_000, 20_000]);
	});

	it('follows a lower limit once the service has stated it', async () => {
		const rateLimiter = new RateLimiter();
		const limiter = new Limiter(time, 10);
		await time.until(send(time, rateLimiter, limiter, [0, 0]));
		await work(rateLimiter, limiter, Array<[number, number]>(30).fill([1, 1]));
		expect(limiter.refusals).toBe(0);
		expect(limiter.densest).toBeLessThanOrEqual(10);
	});

	it("does not mistake the user's limit for the credential's limit", async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.observe({ 'ratelimit-limit': '180', 'ratelimit-remaining': '150' });
		for (let index = 0; index < 60; index++) (await rateLimiter.acquire()).end();
		expect(rateLimiter.waitMs(time.nowMs)).toBeGreaterThanOrEqual(60_000);
	});

	it("respects the remaining requests of the user's limit", async () => {
		const rateLimiter = new RateLimiter();
		const permit = await rateLimiter.acquire();
		rateLimiter.observe({ 'ratelimit-limit': '180', 'ratelimit-remaining': '0' });
		permit.end();
		expect(rateLimiter.waitMs(time.nowMs)).toBeGreaterThanOrEqual(60_000);
	});

	it('uses a higher limit of the credential', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.observe({ 'ratelimit-limit': '120', 'ratelimit-remaining': '120' });
		for (let index = 0; index < 120; index++) (await rateLimiter.acquire()).end();
		expect(rateLimiter.waitMs(time.nowMs)).toBeGreaterThan(0);
	});
});
