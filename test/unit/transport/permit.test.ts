import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';
import { acquirePermit, withinDeadline } from '../../../nodes/SocialPublishing/transport/call';
import { RateLimiter } from '../../../nodes/SocialPublishing/transport/rateLimit';
import type { Decision } from '../../../nodes/SocialPublishing/transport/retry';
import { quietConnection } from '../support/quietConnection';
import { noResult } from './responses';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;
let rateLimiter: RateLimiter;
let connection: Connection;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
	jest.spyOn(clock, 'timeout').mockImplementation(async (durationMs, finished) => {
		await time.sleep(durationMs, finished instanceof AbortSignal ? finished : undefined);
		return !finished.aborted;
	});
	rateLimiter = new RateLimiter();
	connection = quietConnection({ rateLimiter, deadlineMs: time.nowMs + 5_000 });
});
afterEach(() => jest.restoreAllMocks());

const call = { purpose: 'list', method: 'GET', path: '', safety: 'safe' } as const;
const ask = async () => await time.until(acquirePermit(connection, call));

describe('acquirePermit, for a user who waits in the editor,', () => {
	it('returns a permit that comes before the deadline', async () => {
		rateLimiter.pause(4_000);
		const startMs = time.nowMs;
		(await ask()).end();
		expect(time.nowMs - startMs).toBe(4_000);
	});

	it.each([
		[0, 'in 61 s'],
		[60, 'in 122 s'],
		[130, 'in 183 s'],
	])('fails at once with the expected wait behind %s queued requests: %s', async (ahead, when) => {
		for (let index = 0; index < 60; index++) (await rateLimiter.acquire()).end();
		const startMs = time.nowMs;
		for (let index = 0; index < ahead; index++) void rateLimiter.acquire();
		await expect(ask()).rejects.toThrow(`Could not list: rate limit reached, try again ${when}`);
		expect(time.nowMs).toBe(startMs);
	});

	it('fails at the deadline and leaves the queue if the wait becomes longer', async () => {
		rateLimiter.pause(4_000);
		const first = rateLimiter.acquire();
		const asked = acquirePermit(connection, call).catch((error: unknown) => error);
		rateLimiter.pause(40_000);
		const startMs = time.nowMs;
		const failure = await time.until(asked);
		expect(failure).toMatchObject({
			message: expect.stringMatching(/rate limit reached, try again in 35 s/),
		});
		expect(time.nowMs - startMs).toBe(5_000);
		(await time.until(first)).end();
		expect(rateLimiter.expectedWaitMs(time.nowMs)).toBe(0);
	});
});

it('acquirePermit waits without a limit in a workflow', async () => {
	connection = quietConnection({ rateLimiter });
	rateLimiter.pause(40_000);
	const startMs = time.nowMs;
	(await ask()).end();
	expect(time.nowMs - startMs).toBe(40_000);
});

describe('withinDeadline', () => {
	const decided = (decision: Decision, status = 503, retryAfterMs?: number) => {
		return withinDeadline(connection, call, { ...noResult, status, retryAfterMs }, decision);
	};
	const retry = (afterMs: number) => ({ action: 'retry', afterMs, because: 'fault' }) as const;

	it('allows no retry after the deadline, which only exists in the editor', () => {
		expect(decided(retry(5_000))).toEqual(retry(5_000));
		expect(decided(retry(5_001))).toEqual({ action: 'giveUp' });
		expect(decided({ action: 'refuse' })).toEqual({ action: 'refuse' });
		connection = quietConnection();
		expect(decided(retry(60_000), 429)).toEqual(retry(60_000));
	});

	it('states when the rate limit allows a late retry, and delays other requests until then', () => {
		const when = (decision: Decision, afterMs?: number) => () => decided(decision, 429, afterMs);
		expect(when(retry(7_000), 6_000)).toThrow('rate limit reached, try again in 6 s');
		expect(rateLimiter.expectedWaitMs(time.nowMs)).toBe(7_000);
		expect(when({ action: 'refuse' })).toThrow('rate limit reached, try again in 15 s');
		expect(rateLimiter.expectedWaitMs(time.nowMs)).toBe(7_000);
		expect(decided(retry(4_000), 429)).toEqual(retry(4_000));
	});
});
