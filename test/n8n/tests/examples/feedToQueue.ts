import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { outputOf } from '../../rest';
import { startSampleFeed } from '../../sampleFeed';
import { webhookStep } from '../../workflows';
import { DAY_MS, type ExampleCheck } from './exampleCheck';

const WEBHOOK_PATH = 'the-queue-is-filled';

export const feedToQueue: ExampleCheck = {
	fileName: 'feed-to-queue.json',
	title: 'schedules each item of a feed once, the oldest first, in the next free slots',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
		const feed = await startSampleFeed([
			{ title: 'Newest' },
			{ title: 'Older', publishedAt: daysAgo(1) },
			{ title: 'Oldest', publishedAt: daysAgo(2) },
		]);
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample(feedToQueue.fileName, {
			'Read Feed': { url: feed.url },
			'Schedule Post': { workspaceId, accountIds },
		});
		// The test decides when an hour is over.
		const everyHour = workflow.nodes.find(({ name }) => name === 'Every Hour');
		Object.assign(everyHour ?? {}, webhookStep(WEBHOOK_PATH), { name: everyHour?.name });
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		let runs = 0;
		const run = async () => {
			await fetch(`${n8n.url}/webhook/${WEBHOOK_PATH}`, { method: 'POST' });
			return await testbed.finished(await testbed.executionOf(workflowId, runs++));
		};
		const queue = () =>
			[...service.state.posts.values()]
				.sort((a, b) => (a.schedule?.atMs ?? 0) - (b.schedule?.atMs ?? 0))
				.map(({ text }) => text?.split('\n')[0]);

		const first = resultOf(await run(), 'Schedule Post');
		expect(first.error).toBeUndefined();
		for (const { message, status } of first.items) {
			expect(status).toBe('scheduled');
			expect(message).toMatch(/^The post is scheduled\. It goes out on .+, (09:00|17:30|11:00) \(/);
		}
		expect(queue()).toEqual(['Oldest', 'Older', 'Newest']);

		feed.items.push({ title: 'New' });
		const second = await run();
		expect(resultOf(second, 'Schedule Post').items).toMatchObject([{ status: 'scheduled' }]);
		expect(outputOf(second, 'Schedule Post', 1)).toHaveLength(3);
		expect(queue()).toEqual(['Oldest', 'Older', 'Newest', 'New']);
		expect(
			new Set([...service.state.posts.values()].map(({ schedule }) => schedule?.atMs)).size,
		).toBe(4);
		feed.close();
	},
};
