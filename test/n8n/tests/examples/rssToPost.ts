import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { expectPreparedHouse, housePictures, startSampleFeed } from '../../sampleFeed';
import { DAY_MS, type ExampleCheck } from './exampleCheck';

export const rssToPost: ExampleCheck = {
	fileName: 'rss-to-post.json',
	title: 'posts each new item of a feed once, with its picture prepared',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		const { png, webp, phone } = await housePictures();
		const feed = await startSampleFeed([
			{ title: 'Transparent', picture: png },
			{ title: 'Of a website', picture: webp },
			{ title: 'Of a phone', picture: phone },
			{ title: 'Without a picture' },
			{ title: 'Too old', publishedAt: new Date(Date.now() - 3 * DAY_MS), picture: png },
		]);
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample(rssToPost.fileName, {
			'Read Feed': { url: feed.url },
			Publish: { workspaceId, accountIds },
		});
		expect(workflow.nodes.filter(({ type }) => !type.endsWith('stickyNote'))).toHaveLength(4);
		const workflowId = await n8n.importWorkflow(workflow);

		const first = await testbed.run(workflowId, 'Every Hour');
		expect(resultOf(first, 'Publish')).toMatchObject({
			error: undefined,
			items: Array(4).fill({ status: 'published', accounts: [{ name: 'Bread on Shortpost' }] }),
		});
		const media = [...service.state.media.values()];
		expect(media).toHaveLength(3);
		for (const { id } of media) {
			await expectPreparedHouse(service.mediaBytes(id) ?? Buffer.alloc(0));
		}

		feed.items.push({ title: 'New' });
		const second = await testbed.run(workflowId, 'Every Hour');
		feed.close();
		expect(resultOf(second, 'Publish').error).toBeUndefined();
		const titles = [...service.state.posts.values()].map(({ text }) => text?.split('\n')[0]);
		expect(titles).toEqual([
			'Transparent',
			'Of a website',
			'Of a phone',
			'Without a picture',
			'New',
		]);
	},
};
