import { resultOf } from '../../exampleTestbed';
import { outputOf } from '../../execution';
import { startSampleFeed } from '../../sampleFeed';
import { DAY_MS, type ExampleCheck } from './exampleCheck';
import { checkOddFeed, startFeedWorkflow } from './feedWorkflow';

const example = { fileName: 'feed-to-queue.json', step: 'Schedule Post' };

export const feedToQueue: ExampleCheck = {
	fileName: example.fileName,
	title: 'schedules each item of a feed once, the oldest first, in the next free slots',

	async check(testbed) {
		const { service } = testbed;
		const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
		const feed = await startSampleFeed([
			{ title: 'Newest' },
			{ title: 'Older', publishedAt: daysAgo(1) },
			{ title: 'Oldest', publishedAt: daysAgo(1.5) },
			{ title: 'From before', publishedAt: daysAgo(9) },
		]);
		const run = await startFeedWorkflow(testbed, example, feed.url);
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

		await checkOddFeed(testbed, example);
	},
};
