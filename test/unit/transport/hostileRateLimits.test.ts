import fc from 'fast-check';

import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { useScriptedService } from '../support/scriptedService';
import { VirtualTime } from './virtualTime';

const count = fc.oneof(
	fc.constantFrom('0', '1', '60', '50000000', '2147483647', '4294967295', '4294967296'),
	fc.constantFrom('', ' ', '-1', '1e9', '0x7fffffff', 'Infinity', 'NaN', '60;w=60', '9, 9', '٣'),
	fc.bigInt({ min: 0n, max: 10n ** 400n }).map(String),
	fc.nat(200).map(String),
	fc.string(),
);

describe('RateLimiter, with any headers,', () => {
	afterEach(() => jest.restoreAllMocks());

	it('never waits for longer than one window', () => {
		const time = new VirtualTime();
		time.install();
		const responses = fc.array(fc.tuple(count, count), { minLength: 1, maxLength: 20 });
		fc.assert(
			fc.property(responses, (headers) => {
				const rateLimiter = new RateLimiter();
				for (const [limit, remaining] of headers) {
					rateLimiter.observe({ 'ratelimit-limit': limit, 'ratelimit-remaining': remaining });
					const waitMs = rateLimiter.waitMs(time.nowMs);
					expect(waitMs).toBeGreaterThanOrEqual(0);
					expect(waitMs).toBeLessThanOrEqual(61_000);
				}
				expect(rateLimiter.waitMs(time.nowMs + 61_000)).toBe(0);
			}),
			{ numRuns: 500 },
		);
	});

	it('sends at most 10,000 requests per window, even if the service states a higher limit', async () => {
		const time = new VirtualTime();
		time.install();
		const rateLimiter = new RateLimiter();
		const startMs = time.nowMs;
		rateLimiter.observe({
			'ratelimit-limit': '9'.repeat(400),
			'ratelimit-remaining': '9'.repeat(400),
		});
		for (let index = 0; index < 10_000; index++) (await rateLimiter.acquire()).end();
		expect(time.nowMs).toBe(startMs);
		expect(rateLimiter.waitMs(time.nowMs)).toBe(61_000);
	});
});

describe('an operation', () => {
	const service = useScriptedService();

	it.each([
		['50000000', '50000000'],
		['2147483647', '2147483647'],
		['4294967296', '4294967296'],
		['a number of 400 digits', '9'.repeat(400)],
	])('completes despite RateLimit-Limit %s with no remaining requests', async (_name, limit) => {
		await service.open({
			'GET /me': () => ({
				headers: { 'RateLimit-Limit': limit, 'RateLimit-Remaining': '0' },
				data: { id: 'u' },
			}),
		});
		const input = [{ json: {} }, { json: {} }, { json: {} }];
		const { items, error } = await service.run('identity:get', {}, { input });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(3);
	});
});
