import type { INodeParameters } from 'n8n-workflow';

import type { NodeRun } from '../../../../engine';
import type { OtherProcess } from '../../../support/otherProcess';
import { until } from '../../../support/until';
import { HOUR_MS } from '../../createRecords';
import { errorOf, timesOf, titles, useSlotHarness } from './queue';

const harness = useSlotHarness();

const post = async (names: string[], process?: OtherProcess, parameters: INodeParameters = {}) =>
	await harness.post(
		titles(...names),
		parameters,
		process && { nodeType: process.nodeType, workflowId: names.join() },
	);

/** Runs something else right before the first of these requests is carried out. */
function before(operation: string, work: () => Promise<unknown>, nth = 1): void {
	harness.service.faults.add({
		operation,
		nth,
		action: { kind: 'hold', when: 'before', until: work },
	});
}

const messagesOf = ({ items }: NodeRun) => items.map(({ json }) => String(json.message));

it('executions in one process never choose the same slot, so none has to move', async () => {
	const runs = await Promise.all([
		post(['A1', 'A2', 'A3']),
		post(['B1', 'B2', 'B3']),
		post(['C1', 'C2', 'C3']),
	]);

	expect(runs.map(errorOf)).toEqual([undefined, undefined, undefined]);
	expect(harness.shared).toEqual([]);
	expect(timesOf(harness.queue).map((entry) => entry.slice(0, 5))).toEqual([
		'08:00',
		'12:00',
		'18:00',
		'08:00',
		'12:00',
		'18:00',
		'08:00',
		'12:00',
		'18:00',
	]);
	expect(harness.journal('reschedule_post')).toEqual([]);
});

it('a post that finds one with an earlier ID in its slot moves to the next one, and the output has the new time', async () => {
	const other = await harness.startProcess();
	before('create_post', async () => await post(['Other'], other));
	const run = await post(['One'], undefined, { simplify: true });

	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:00 Other', '12:00 One']);
	expect(messagesOf(run)[0]).toContain('12:00 (UTC)');
	expect(run.items[0]?.json.scheduled_at).toContain('T12:00');
	expect(run.items[0]?.json).not.toHaveProperty('slot_shared');
	expect(harness.journal('reschedule_post')).toHaveLength(1);
});

it.each([true, false])(
	'a post with the earliest ID stays in a slot that it shares, and the output says so (simplified: %s)',
	async (simplify) => {
		const other = await harness.startProcess();
		before('schedule_post', async () => await post(['Other'], other));
		const run = await post(['One', 'Two'], undefined, { simplify });

		expect(errorOf(run)).toBeUndefined();
		// The other run has ended before it could see the post.
		expect(timesOf(harness.queue)).toEqual(['08:00 One', '08:00 Other', '12:00 Two']);
		expect(run.items.map(({ json }) => json.slot_shared)).toEqual([true, undefined]);
		if (simplify) expect(messagesOf(run)[0]).toContain('scheduled for the same time');
		expect(harness.journal('reschedule_post')).toEqual([]);
	},
);

it('a post moves on once: if it shares the next slot with an earlier post, too, it stays there', async () => {
	const other = await harness.startProcess();
	before('create_post', async () => await post(['Other', 'Another'], other));
	// Somebody moves Another from 12:00 to the slot that One is about to take.
	before('reschedule_post', async () => {
		const another = harness.scheduled.find(({ text }) => text === 'Another');
		const { schedule } = harness.service.state.posts.get(another?.id ?? '') ?? {};
		if (schedule) schedule.atMs += 6 * HOUR_MS;
		return await Promise.resolve();
	});
	const run = await post(['One'], undefined, { simplify: true });

	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue).sort()).toEqual(['08:00 Other', '18:00 Another', '18:00 One']);
	expect(harness.journal('reschedule_post')).toHaveLength(1);
	expect(run.items[0]?.json.slot_shared).toBe(true);
});

it('the check at the end also finds an earlier post that has entered a slot since it was checked', async () => {
	const byHand = await harness.scheduleByHand('By hand', '20:00');
	const enter = async () => {
		const { schedule } = harness.service.state.posts.get(byHand) ?? {};
		if (schedule) schedule.atMs -= 12 * HOUR_MS;
		return await Promise.resolve();
	};
	before('create_post', enter, 2);
	const run = await post(['One', 'Two']);

	expect(errorOf(run)).toBeUndefined();
	expect(harness.shared).toEqual([]);
	expect(timesOf(harness.queue)).toEqual(['08:00 By hand', '12:00 Two', '18:00 One']);
});

it('of two posts, the one with the later ID moves, and the other one keeps its slot', async () => {
	const other = await harness.startProcess();
	const otherRuns: Array<Promise<NodeRun>> = [];
	const areScheduled = (count: number) => async () =>
		await until(() => harness.scheduled.length === count);
	before('schedule_post', async () => {
		otherRuns.push(post(['Other'], other));
		await areScheduled(1)();
	});
	const [firstLook, secondLook, thirdLook] = [3, 5, 6];
	before('list_posts', areScheduled(2), firstLook);
	const hasMoved = async () => await until(() => harness.journal('reschedule_post').length > 0);
	before('list_posts', hasMoved, secondLook);
	before('list_posts', hasMoved, thirdLook);

	const runs = [await post(['One']), ...(await Promise.all(otherRuns))];
	expect(runs.map(errorOf)).toEqual([undefined, undefined]);
	expect(timesOf(harness.queue)).toEqual(['08:00 One', '12:00 Other']);
});

it('three processes at once: no account has two posts in a slot, and each run keeps its order', async () => {
	const processes = [await harness.startProcess(), await harness.startProcess()];
	const names = (letter: string) => ['1', '2', '3', '4', '5'].map((number) => `${letter}${number}`);
	const runs = await Promise.all([
		post(names('A')),
		...processes.map(async (process, index) => await post(names('BC'[index] ?? ''), process)),
	]);

	expect(runs.map(errorOf)).toEqual([undefined, undefined, undefined]);
	expect(harness.shared).toEqual([]);
	const inOrder = harness.scheduled.map(({ text }) => text);
	for (const letter of ['A', 'B', 'C']) {
		expect(inOrder.filter((text) => text.startsWith(letter))).toEqual(names(letter));
	}
});

it('a post that somebody has moved in the meantime stays where it is', async () => {
	before(
		'list_posts',
		async () => {
			const [one] = harness.scheduled;
			const post = harness.service.state.posts.get(one?.id ?? '');
			if (post?.schedule)
				post.schedule = { ...post.schedule, atMs: post.schedule.atMs + 30 * 60_000 };
		},
		2,
	);
	const run = await post(['One'], undefined, { simplify: true });
	expect(errorOf(run)).toBeUndefined();
	expect(timesOf(harness.queue)).toEqual(['08:30 One']);
	expect(run.items[0]?.json.scheduled_at).toContain('T08:30');
});
