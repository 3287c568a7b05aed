import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import type { Connection } from '../../../nodes/SocialPublishing/transport/connection';
import { acquirePermit } from '../../../nodes/SocialPublishing/transport/permit';
import { Pacer } from '../../../nodes/SocialPublishing/transport/rateLimit';
import { VirtualTime } from './virtualTime';

let time: VirtualTime;
let pacer: Pacer;
let connection: Connection;

beforeEach(() => {
	time = new VirtualTime();
	time.install();
	jest.spyOn(clock, 'limit').mockImplementation(async (durationMs, finished) => {
		await time.sleep(durationMs, finished);
		return !finished.aborted;
	});
	pacer = new Pacer();
	connection = {
		functions: {} as Connection['functions'],
		credentialType: undefined,
		baseUrl: '',
		addressName: 'Base URL',
		pacer,
		signal: undefined,
		redact: (text) => text,
		waitsUntilMs: time.nowMs + 5_000,
	};
});
afterEach(() => jest.restoreAllMocks());

const call = { purpose: 'list', method: 'GET', path: '', safety: 'read' } as const;
const ask = async () => await time.until(acquirePermit(connection, call));

describe('somebody who waits in the editor', () => {
	it('gets a permit that comes in time', async () => {
		pacer.pause(4_000);
		const startMs = time.nowMs;
		(await ask()).end();
		expect(time.nowMs - startMs).toBe(4_000);
	});

	it.each([
		[0, 'in 61 s'],
		[60, 'in 122 s'],
		[130, 'in 183 s'],
	])('hears how long those ahead take: %s', async (ahead, when) => {
		for (let index = 0; index < 60; index++) (await pacer.acquire()).end();
		const startMs = time.nowMs;
		for (let index = 0; index < ahead; index++) void pacer.acquire();
		await expect(ask()).rejects.toThrow(`Could not list: rate limit used up, try again ${when}`);
		expect(time.nowMs).toBe(startMs);
	});

	it('is not kept in the queue when others lengthen the wait', async () => {
		pacer.pause(4_000);
		const first = pacer.acquire();
		const asked = acquirePermit(connection, call).catch((error: unknown) => error);
		pacer.pause(40_000);
		const startMs = time.nowMs;
		const failure = await time.until(asked);
		expect(failure).toMatchObject({ message: expect.stringMatching(/used up, try again in 35 s/) });
		expect(time.nowMs - startMs).toBe(5_000);
		(await time.until(first)).end();
		expect(pacer.expectedWaitMs(time.nowMs)).toBe(0);
	});
});
