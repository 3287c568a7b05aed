import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { rateLimiterFor } from '../../../nodes/SocialPublishing/transport/connection';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
});

describe('the rate limit of a credential', () => {
	it('lets no request through during a pause', async () => {
		const pace = new RateLimiter();
		pace.pause(30_000);
		const startMs = time.nowMs;
		await time.until(pace.acquire());
		expect(time.nowMs - startMs).toBe(30_000);
	});

	it('serves requests in order', async () => {
		const pace = new RateLimiter();
		pace.pause(5_000);
		const order: number[] = [];
		const asked = [1, 2, 3, 4].map(async (caller) => {
			(await pace.acquire()).end();
			order.push(caller);
		});
		await time.until(Promise.all(asked));
		expect(order).toEqual([1, 2, 3, 4]);
	});

	it('lets all that fit through together after a pause, however many there are', async () => {
		const pace = new RateLimiter();
		pace.pause(30_050);
		const startMs = time.nowMs;
		let next = 0;
		const worker = async () => {
			while (next++ < 60) {
				const permit = await pace.acquire();
				await time.sleep(5);
				permit.end();
			}
		};
		await time.until(Promise.all(Array.from({ length: 5 }, worker)));
		expect(time.nowMs - startMs).toBe(30_050 + 12 * 5);
	});

	it('goes on after every cancelled request, wherever in the queue it is', async () => {
		const pace = new RateLimiter();
		pace.pause(30_000);
		const startMs = time.nowMs;
		const cancellations = Array.from({ length: 6 }, () => new AbortController());
		const asked = cancellations.map(
			async ({ signal }) =>
				await pace.acquire(signal).then(
					() => time.nowMs - startMs,
					() => 'cancelled',
				),
		);
		for (const index of [0, 1, 3, 5]) cancellations[index]?.abort();
		const cancelled = 'cancelled';
		expect(await time.until(Promise.all(asked))).toEqual([
			cancelled,
			cancelled,
			30_000,
			cancelled,
			30_000,
			cancelled,
		]);
	});

	it('releases a cancelled request, and no other', async () => {
		const pace = new RateLimiter();
		pace.pause(50_000);
		const startMs = time.nowMs;
		const cancellation = new AbortController();
		const first = pace.acquire();
		const second = pace.acquire(cancellation.signal).catch(() => 'cancelled');
		const third = pace.acquire();
		cancellation.abort();
		await expect(time.until(second)).resolves.toBe('cancelled');
		expect(time.nowMs - startMs).toBeLessThan(1_000);
		await time.until(Promise.all([first, third]));
		expect(time.nowMs - startMs).toBeLessThan(51_000);
	});

	it('is one per credential and process', () => {
		expect(rateLimiterFor('a')).toBe(rateLimiterFor('a'));
		expect(rateLimiterFor('a')).not.toBe(rateLimiterFor('b'));
	});
});

describe('a request of low priority', () => {
	const record = (order: string[], name: string, permit: Promise<{ end(): void }>) =>
		permit.then((each) => {
			each.end();
			order.push(name);
		});

	it('lets all others go first, also those that come later', async () => {
		const pace = new RateLimiter();
		pace.pause(30_000);
		const order: string[] = [];
		const asked = [
			record(order, 'patient 1', pace.acquire(undefined, true)),
			record(order, 'patient 2', pace.acquire(undefined, true)),
			record(order, 'first', pace.acquire()),
			time.sleep(10_000).then(async () => await record(order, 'second', pace.acquire())),
		];
		await time.until(Promise.all(asked));
		expect(order).toEqual(['first', 'second', 'patient 1', 'patient 2']);
	});

	it('does not do so for ever', async () => {
		const pace = new RateLimiter();
		for (let sent = 0; sent < 60; sent++) (await pace.acquire()).end();
		const order: string[] = [];
		const patient = record(order, 'patient', pace.acquire(undefined, true));
		const others = Array.from(
			{ length: 600 },
			async () => await record(order, 'other', pace.acquire()),
		);
		const startMs = time.nowMs;
		await time.until(patient);
		expect(time.nowMs - startMs).toBeLessThanOrEqual(3 * 61_000);
		await time.until(Promise.all(others));
		expect(order).toHaveLength(601);
	});

	it('that is cancelled holds up nobody', async () => {
		const pace = new RateLimiter();
		pace.pause(30_000);
		const cancellation = new AbortController();
		const cancelled = pace.acquire(cancellation.signal, true).catch(() => 'cancelled');
		const other = pace.acquire();
		cancellation.abort();
		expect(await time.until(cancelled)).toBe('cancelled');
		(await time.until(other)).end();
	});
});
