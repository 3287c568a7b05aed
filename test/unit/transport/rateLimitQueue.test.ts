import { Pacer, pacerFor } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
});

describe('the rate limit of a credential', () => {
	it('lets no request through during a pause', async () => {
		const pace = new Pacer();
		pace.pause(30_000);
		const startMs = time.nowMs;
		await time.until(pace.acquire());
		expect(time.nowMs - startMs).toBe(30_000);
	});

	it('serves requests in order', async () => {
		const pace = new Pacer();
		pace.pause(5_000);
		const order: number[] = [];
		const asked = [1, 2, 3, 4].map(async (caller) => {
			(await pace.acquire()).end();
			order.push(caller);
		});
		await time.until(Promise.all(asked));
		expect(order).toEqual([1, 2, 3, 4]);
	});

	it('releases a cancelled request, and no other', async () => {
		const pace = new Pacer();
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
		expect(pacerFor('a')).toBe(pacerFor('a'));
		expect(pacerFor('a')).not.toBe(pacerFor('b'));
	});
});
