import { resultOf } from '../../exampleTestbed';
import { expectPreparedHouse, housePictures, startSampleFeed } from '../../sampleFeed';
import { DAY_MS, type ExampleCheck } from './exampleCheck';
import { checkOddFeed, startFeedWorkflow } from './feedWorkflow';

const example = { fileName: 'rss-to-post.json', step: 'Create Post' };

export const rssToPost: ExampleCheck = {
	fileName: example.fileName,
	title: 'posts each item of a feed once, except those that were old at its first run',

	async check(testbed) {
		const { n8n, service } = testbed;
		const { png, webp, phone } = await housePictures();
		const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
		// A word is never cut, so this item fails until its title is corrected.
		const endless = { title: 'long'.repeat(200) };
		const feed = await startSampleFeed([
			{ title: 'Transparent', picture: png },
			{ title: 'Of a website', picture: webp },
			{ title: 'Of a phone', picture: phone },
			{ title: 'Without a picture', publishedAt: daysAgo(1) },
			{ title: 'Old', publishedAt: daysAgo(3), picture: png },
			{ title: 'Without a date', publishedAt: null },
			endless,
		]);
		const run = await startFeedWorkflow(testbed, example, feed.url);
		const titles = () =>
			[...service.state.posts.values()].map(({ text }) => text?.split('\n')[0] ?? '');

		// The oldest first.
		const recent = [
			'Without a date',
			'Without a picture',
			'Of a phone',
			'Of a website',
			'Transparent',
		];
		const first = await run();
		expect(resultOf(first, 'Failed Items')).toMatchObject({
			error: undefined,
			items: [{ error: expect.stringContaining('280 characters') }],
		});
		expect(titles()).toEqual(recent);
		const media = [...service.state.media.values()];
		expect(media).toHaveLength(3);
		for (const { id } of media) {
			await expectPreparedHouse(service.mediaBytes(id) ?? Buffer.alloc(0));
		}

		// n8n is off for a week; the feed goes on.
		await n8n.kill9();
		endless.title = 'Corrected';
		feed.items.push({ title: 'New' }, { title: 'A week ago', publishedAt: daysAgo(7) });
		await n8n.start();
		expect(resultOf(await run(), 'Create Post')).toMatchObject({
			error: undefined,
			items: Array(3).fill({ status: 'published', accounts: [{ name: 'Bread on Shortpost' }] }),
		});
		const all = [...recent, 'A week ago', 'New', 'Corrected'];
		expect(titles()).toEqual(all);

		expect(resultOf(await run(), 'Create Post')).toEqual({ error: undefined, items: [] });
		expect(titles()).toEqual(all);
		feed.close();

		await checkOddFeed(testbed, example);
	},
};
