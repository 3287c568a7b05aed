import type { INodeParameters } from 'n8n-workflow';

import { dialects } from '../../../../service';
import { ofDestinations, without } from '../../../support/postDialects';
import { HOUR_MS } from '../../createRecords';
import { errorOf, timesOf, titles, useSlotHarness } from './queue';

/** Scheduled posts keep their slots after a Retry, a lost response or a killed process. */

const harness = useSlotHarness();

const EVERY_ATTEMPT = 5;
const lose = (operation: string, when: 'before' | 'after', times = EVERY_ATTEMPT) =>
	harness.service.faults.add({ operation, times, action: { kind: 'drop', when } });
const silent = (post: Record<string, unknown>) =>
	ofDestinations((destination) => without(destination, 'status'))(without(post, 'status'));
const timeless = (post: Record<string, unknown>) => without(silent(post), 'scheduled_at');
const ONCE: INodeParameters = { idempotency: 'once', onceKey: '={{ $json.guid }}' };

describe('a Retry of the execution', () => {
	it.each(['before', 'after'] as const)(
		'sends the same time again if the response to the schedule was lost (%s its effect)',
		async (when) => {
			lose('schedule_post', when);
			const failed = await harness.post(titles('One'));
			expect(errorOf(failed)).toContain('The attempt to schedule the post may have succeeded.');
			const retried = await harness.post(titles('One'), {}, { retryOf: failed });

			expect(errorOf(retried)).toBeUndefined();
			expect(timesOf(harness.queue)).toEqual(['08:00 One']);
			const sent = harness.journal('schedule_post').map(({ body }) => body);
			expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1);
		},
	);

	it('continues in order after the item that stopped the run', async () => {
		harness.refuse(2);
		const failed = await harness.post(titles('One', 'Two', 'Three'));
		expect(errorOf(failed)).toContain('Item 1 was already started but not finished');
		const retried = await harness.post(titles('One', 'Two', 'Three'), {}, { retryOf: failed });

		expect(errorOf(retried)).toBeUndefined();
		expect(retried.items).toHaveLength(3);
		expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two', '18:00 Three']);
	});

	it('checks the slot if the run could not, and does not schedule the post twice', async () => {
		const action = { kind: 'status', when: 'before', status: 403, message: 'No' } as const;
		harness.service.faults.add({ operation: 'list_posts', nth: 2, times: 2, action });
		const failed = await harness.post(titles('One'));
		expect(errorOf(failed)).toContain('Could not check the slots of the scheduled posts');
		expect(errorOf(failed)).toContain('but may share this slot with another post');
		expect(errorOf(failed)).toContain('retry this execution');

		const retried = await harness.post(titles('One'), {}, { retryOf: failed });
		expect(errorOf(retried)).toBeUndefined();
		expect(harness.journal('schedule_post')).toHaveLength(1);
		expect(timesOf(harness.queue)).toEqual(['08:00 One']);
	});

	it('returns the current state of the post a day later', async () => {
		const action = { kind: 'status', when: 'before', status: 403, message: 'No' } as const;
		harness.service.faults.add({ operation: 'list_posts', nth: 2, times: 2, action });
		const failed = await harness.post(titles('One'));
		await harness.service.clock.advance(25 * HOUR_MS);
		const retried = await harness.post(titles('One'), { simplify: true }, { retryOf: failed });
		expect(errorOf(retried)).toBeUndefined();
		expect(retried.items[0]?.json.status).toBe('published');
	});
});

describe('an item that is posted once', () => {
	it('keeps the slot in which an interrupted run has scheduled it, after a check of that slot', async () => {
		const hasScheduled = () => harness.scheduled.length === 1;
		await harness.killWhen(hasScheduled, titles('One', 'Two'), ONCE);
		await harness.scheduleByHand('By hand', '08:00');
		const run = await harness.post(titles('One', 'Two'), ONCE);

		expect(errorOf(run)).toBeUndefined();
		expect(run.outputs[0]?.map(({ json }) => json.slot_shared)).toEqual([true, undefined]);
		expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 By hand', '12:00 Two']);
	});

	it('keeps the time to which somebody has moved its post', async () => {
		await harness.killWhen(() => harness.scheduled.length === 1, titles('One'), ONCE);
		const [one] = harness.scheduled;
		const post = harness.service.state.posts.get(one?.id ?? '');
		if (post?.schedule) post.schedule.atMs += HOUR_MS / 2;
		const run = await harness.post(titles('One'), ONCE);
		expect(errorOf(run)).toBeUndefined();
		expect(timesOf(harness.queue)).toEqual(['08:30 One']);
	});

	it('is skipped by the next run, even if slots are free', async () => {
		await harness.post(titles('One'), ONCE);
		const { outputs } = await harness.post(titles('One', 'Two'), ONCE);
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
	});

	it('has a slot of its own after the next run, wherever n8n is killed', async () => {
		const process = await harness.startProcess();
		for (let point = 1; ; point++) {
			await harness.close();
			await harness.open();
			await harness.beginAt('07:00');
			harness.useServiceClock(process.clock);
			const workflowId = `killed at ${point}`;
			const { nodeType, killed } = process.killedAt(point);
			const run = harness.post(titles('One', 'Two'), ONCE, { nodeType, workflowId });
			const isKilled = (await Promise.race([run, killed])) === undefined;
			const { error } = await harness.post(titles('One', 'Two'), ONCE, { workflowId });

			expect({ point, error, queue: timesOf(harness.queue) }).toEqual({
				point,
				error: undefined,
				queue: ['08:00 One', '12:00 Two'],
			});
			if (!isKilled) break;
		}
	});
});

it('the same content within a day finds the post in its slot', async () => {
	await harness.post(titles('One'), { idempotency: 'content' });
	await harness.post(titles('Two'));
	const again = await harness.post(titles('One'), { idempotency: 'content' });
	expect(errorOf(again)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
});

it('the same key of your own finds the post in its slot', async () => {
	const own = { idempotency: 'custom', idempotencyKey: 'article-1' };
	await harness.post(titles('One'), own);
	const again = await harness.post(titles('One'), own);
	expect(errorOf(again)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 One']);
});

const FIXED = { scheduleMode: 'time', scheduledAt: '2099-05-01T10:00:00Z' };

describe.each<[string, INodeParameters]>([
	['the same content', { idempotency: 'content' }],
	['a key of your own', { idempotency: 'custom', idempotencyKey: 'article-1' }],
])('a post that is to be posted once with %s is scheduled once', (_key, once) => {
	it.each<[string, typeof silent, INodeParameters, string]>([
		['in a slot, even if no status tells', silent, {}, '08:00 One'],
		['in a slot, even if neither a status nor a time tells', timeless, {}, '08:00 One'],
		['at a fixed time, even if neither of them tells', timeless, FIXED, '10:00 One'],
	])('%s', async (_case, shown, at, expected) => {
		await harness.close();
		await harness.open({ dialect: { ...dialects.first, listedPost: shown, fullPost: shown } });
		await harness.beginAt('07:00');
		const first = await harness.post(titles('One'), { ...once, ...at });
		const again = await harness.post(titles('One'), { ...once, ...at });
		expect([first, again].map(errorOf)).toEqual([undefined, undefined]);
		expect(timesOf(harness.queue)).toEqual([expected]);
	});
});

it('a post takes the next slot if its slot is too close after the upload', async () => {
	const action = {
		kind: 'hold',
		when: 'after',
		until: async () => await harness.service.clock.advance(HOUR_MS),
	} as const;
	harness.service.faults.add({ operation: 'create_post', action });
	await harness.post(titles('One'));
	expect(timesOf(harness.queue)).toEqual(['12:00 One']);
});

it.each([
	['statuses', silent],
	['times', (post: Record<string, unknown>) => without(post, 'scheduled_at')],
	['statuses or times', timeless],
])(
	'executions of a process never share a slot if the service shows no %s',
	async (_what, shown) => {
		await harness.close();
		await harness.open({ dialect: { ...dialects.first, listedPost: shown, fullPost: shown } });
		await harness.beginAt('07:00');
		for (const name of ['One', 'Two']) {
			expect(errorOf(await harness.post(titles(name)))).toBeUndefined();
		}
		expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Two']);
	},
);
