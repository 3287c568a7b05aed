import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { rateLimiterFor } from '../../../nodes/SocialPublishing/transport/connection';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
});

describe('RateLimiter', () => {
	it('sends no request during a pause', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(30_000);
		const startMs = time.nowMs;
		await time.until(rateLimiter.acquire());
		expect(time.nowMs - startMs).toBe(30_000);
	});

	it('sends requests in the order of the calls', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(5_000);
		const order: number[] = [];
		const asked = [1, 2, 3, 4].map(async (caller) => {
			(await rateLimiter.acquire()).end();
			order.push(caller);
		});
		await time.until(Promise.all(asked));
		expect(order).toEqual([1, 2, 3, 4]);
	});

	it('delays no request any further after a pause, if all are within the limit', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(30_050);
		const startMs = time.nowMs;
		let next = 0;
		const worker = async () => {
			while (next++ < 60) {
				const permit = await rateLimiter.acquire();
				await time.sleep(5);
				permit.end();
			}
		};
		await time.until(Promise.all(Array.from({ length: 5 }, worker)));
		expect(time.nowMs - startMs).toBe(30_050 + 12 * 5);
	});

	it('continues after cancelled requests, wherever they are in the queue', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(30_000);
		const startMs = time.nowMs;
		const cancellations = Array.from({ length: 6 }, () => new AbortController());
		const asked = cancellations.map(
			async ({ signal }) =>
				await rateLimiter.acquire(signal).then(
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

	it('rejects a cancelled request at once, and no other', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(50_000);
		const startMs = time.nowMs;
		const cancellation = new AbortController();
		const first = rateLimiter.acquire();
		const second = rateLimiter.acquire(cancellation.signal).catch(() => 'cancelled');
		const third = rateLimiter.acquire();
		cancellation.abort();
		await expect(time.until(second)).resolves.toBe('cancelled');
		expect(time.nowMs - startMs).toBeLessThan(1_000);
		await time.until(Promise.all([first, third]));
		expect(time.nowMs - startMs).toBeLessThan(51_000);
	});

	it('exists once for each credential', () => {
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

	it('lets all others go first, even those that come later', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(30_000);
		const order: string[] = [];
		const asked = [
			record(order, 'patient 1', rateLimiter.acquire(undefined, true)),
			record(order, 'patient 2', rateLimiter.acquire(undefined, true)),
			record(order, 'first', rateLimiter.acquire()),
			time.sleep(10_000).then(async () => await record(order, 'second', rateLimiter.acquire())),
		];
		await time.until(Promise.all(asked));
		expect(order).toEqual(['first', 'second', 'patient 1', 'patient 2']);
	});

	it('lets others go first for a limited time', async () => {
		const rateLimiter = new RateLimiter();
		for (let sent = 0; sent < 60; sent++) (await rateLimiter.acquire()).end();
		const order: string[] = [];
		const patient = record(order, 'patient', rateLimiter.acquire(undefined, true));
		const others = Array.from(
			{ length: 600 },
			async () => await record(order, 'other', rateLimiter.acquire()),
		);
		const startMs = time.nowMs;
		await time.until(patient);
		expect(time.nowMs - startMs).toBeLessThanOrEqual(3 * 61_000);
		await time.until(Promise.all(others));
		expect(order).toHaveLength(601);
	});

	it('does not delay others after its cancellation', async () => {
		const rateLimiter = new RateLimiter();
		rateLimiter.pause(30_000);
		const cancellation = new AbortController();
		const cancelled = rateLimiter.acquire(cancellation.signal, true).catch(() => 'cancelled');
		const other = rateLimiter.acquire();
		cancellation.abort();
		expect(await time.until(cancelled)).toBe('cancelled');
		(await time.until(other)).end();
	});
});
