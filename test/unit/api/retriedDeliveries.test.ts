import type { IDataObject } from 'n8n-workflow';

import { PendingOutcome } from '../../../nodes/SocialPublishing/api/pendingOutcome';
import { HANDOVER_MS } from '../../../nodes/SocialPublishing/api/retriedDeliveries';
import { waitTogether } from '../../../nodes/SocialPublishing/api/waitTogether';
import { clock } from '../../../nodes/SocialPublishing/shared/clock';
import { respondingConnection } from '../support/respondingConnection';

let elapsedMs: number;
beforeEach(() => {
	elapsedMs = 0;
	jest.spyOn(clock, 'now').mockImplementation(() => elapsedMs);
	jest
		.spyOn(clock, 'wait')
		.mockImplementation(async (durationMs) => void (elapsedMs += durationMs));
});
afterEach(() => jest.restoreAllMocks());

interface Retry {
	retried?: Array<{ id: string }>;
	onlyRetried?: boolean;
}

/** Waits for a post whose deliveries `a`, `b` … have these statuses, some of them only after a time. */
async function wait(retry: Retry, statusesAfterMs: Array<[number, string[]]>) {
	const { connection } = respondingConnection((request) => {
		if (request.includes('/accounts')) return { body: { data: { items: [] } } };
		const [, statuses = []] = statusesAfterMs.findLast(([fromMs]) => elapsedMs >= fromMs) ?? [];
		const destinations = statuses.map((status, index) => ({
			id: String.fromCharCode(97 + index),
			account_id: `account ${index}`,
			outcome: { status },
		}));
		const data: IDataObject = {
			id: 'p',
			status: statuses.includes('failed') ? 'partial' : 'published',
		};
		return { body: { data: { ...data, destinations } } };
	});
	const pending = new PendingOutcome(connection, {
		workspacePath: '/workspaces/w',
		postPath: '/workspaces/w/posts/p',
		timeoutMs: 60_000,
		failOn: 'never',
		wasJustPublished: true,
		...retry,
	});
	await waitTogether(connection, [pending], async () => undefined);
	const { publication } = await pending.end();
	return {
		settled: publication.settled,
		published: publication.published.length,
		failed: publication.failed.length,
	};
}

const onlyA = { retried: [{ id: 'a' }], onlyRetried: true };

describe('the wait for a retry of delivery a', () => {
	it('ends when a is published, although b has failed', async () => {
		expect(await wait(onlyA, [[0, ['published', 'failed']]])).toEqual({
			settled: true,
			published: 1,
			failed: 0,
		});
	});

	it('does not end while a still shows its failure from before the retry', async () => {
		const end = await wait(onlyA, [
			[0, ['failed', 'failed']],
			[4_000, ['published', 'failed']],
		]);
		expect(end).toEqual({ settled: true, published: 1, failed: 0 });
	});

	it('ends if a still shows a failure after ten seconds', async () => {
		const end = await wait(onlyA, [[0, ['failed', 'published']]]);
		expect(end).toEqual({ settled: true, published: 0, failed: 1 });
		expect(elapsedMs).toBeGreaterThanOrEqual(HANDOVER_MS);
		expect(elapsedMs).toBeLessThan(2 * HANDOVER_MS);
	});

	it('counts all deliveries if the post does not list a', async () => {
		const unlisted = { ...onlyA, retried: [{ id: 'x' }] };
		const end = await wait(unlisted, [[0, ['published', 'failed']]]);
		expect(end).toEqual({ settled: true, published: 1, failed: 1 });
		expect(elapsedMs).toBeGreaterThanOrEqual(HANDOVER_MS);
	});
});

describe('the wait for a whole publication after a retry', () => {
	it('counts the outcomes of the other deliveries', async () => {
		const end = await wait({ retried: [{ id: 'a' }] }, [[0, ['published', 'failed']]]);
		expect(end).toEqual({ settled: true, published: 1, failed: 1 });
		expect(elapsedMs).toBeLessThan(HANDOVER_MS);
	});

	it('ends at once if no delivery is being retried', async () => {
		const end = await wait({}, [[0, ['published', 'failed']]]);
		expect(end).toEqual({ settled: true, published: 1, failed: 1 });
		expect(elapsedMs).toBeLessThan(HANDOVER_MS);
	});
});
