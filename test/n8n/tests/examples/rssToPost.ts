import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { expectPreparedHouse, housePictures, startSampleFeed } from '../../sampleFeed';
import { webhookStep } from '../../workflows';
import { DAY_MS, type ExampleCheck } from './exampleCheck';

const WEBHOOK_PATH = 'the-hour-is-over';

export const rssToPost: ExampleCheck = {
	fileName: 'rss-to-post.json',
	title: 'posts each item of a feed once, except those that were old at its first run',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
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
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample(rssToPost.fileName, {
			'Read Feed': { url: feed.url },
			'Create Post': { workspaceId, accountIds },
		});
		const steps = workflow.nodes.filter(({ type }) => !type.endsWith('stickyNote'));
		expect(steps).toHaveLength(4);
		// The test decides when an hour is over.
		const [everyHour] = steps;
		Object.assign(everyHour ?? {}, webhookStep(WEBHOOK_PATH), { name: everyHour?.name });
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		let runs = 0;
		const run = async () => {
			await fetch(`${n8n.url}/webhook/${WEBHOOK_PATH}`, { method: 'POST' });
			return await testbed.finished(await testbed.executionOf(workflowId, runs++));
		};
		const titles = () =>
			[...service.state.posts.values()].map(({ text }) => text?.split('\n')[0] ?? '');

		const recent = ['Transparent', 'Of a website', 'Of a phone', 'Without a picture'];
		expect(resultOf(await run(), 'Create Post').error).toContain('280 characters');
		expect(titles()).toEqual([...recent, 'Without a date']);
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
		const all = [...recent, 'Without a date', 'Corrected', 'New', 'A week ago'];
		expect(titles()).toEqual(all);

		expect(resultOf(await run(), 'Create Post')).toEqual({ error: undefined, items: [] });
		expect(titles()).toEqual(all);
		feed.close();
	},
};
