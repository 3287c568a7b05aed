import { readExample } from '../../examples';
import { resultOf } from '../../exampleTestbed';
import { housePictures, startSampleFeed } from '../../sampleFeed';
import { DAY_MS, type ExampleCheck } from './exampleCheck';

const SECRET = { name: 'X-Secret', value: 'open sesame' };

export const cmsToScheduledPost: ExampleCheck = {
	fileName: 'cms-to-scheduled-post.json',
	title: 'schedules an article of a website once, with a text for each account',

	async check(testbed) {
		const { n8n, service, workspaceId } = testbed;
		await n8n.createCredential('httpHeaderAuth', SECRET);
		const workflow = readExample(cmsToScheduledPost.fileName, { 'Schedule Post': { workspaceId } });
		const node = workflow.nodes.find(({ name }) => name === 'Schedule Post');
		const { destination } = node?.parameters.destinations as { destination: object[] };
		['Bread on Shortpost', 'Cakes on Pagebook'].forEach((account, index) =>
			Object.assign(destination[index] ?? {}, { accountId: service.accountId(account) }),
		);
		const workflowId = await n8n.importWorkflow(workflow, { active: true });

		const { webp } = await housePictures();
		const website = await startSampleFeed([{ title: 'Sourdough', picture: webp }]);
		const url = 'https://example.com/sourdough';
		const publish_at = new Date(Date.now() + DAY_MS).toISOString();
		const bare = { id: 'article-8', title: 'Without a summary', publish_at };
		const article = {
			...bare,
			id: 'article-7',
			title: 'Our new sourdough',
			summary: 'Three days of rest.',
			url,
			image: `${website.url}/0.picture`,
		};
		const send = async (secret: string, body: object = article) => {
			const response = await fetch(`${n8n.url}/webhook/article-published`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', [SECRET.name]: secret },
				body: JSON.stringify(body),
			});
			return response.status;
		};
		expect(await send('guessed')).toBe(403);
		for (const [index, body] of [article, article, bare].entries()) {
			expect(await send(SECRET.value, body)).toBe(200);
			const execution = await testbed.finished(await testbed.executionOf(workflowId, index));
			expect(resultOf(execution, 'Schedule Post').error).toBeUndefined();
		}
		website.close();
		const longText = `Our new sourdough\n\nThree days of rest.\n\nRead more: ${url}`;
		const media_ids = [[...service.state.media.keys()][0]];
		expect([...service.state.posts.values()]).toMatchObject([
			{
				status: 'scheduled',
				destinations: [
					{ content: { text: `Our new sourdough ${url}`, media_ids } },
					{ content: { text: longText, media_ids } },
				],
			},
			{ destinations: Array(2).fill({ content: { text: bare.title } }) },
		]);

		// The pinned article, whose picture does not exist.
		const sample = await testbed.run(workflowId, 'Article Published');
		expect(resultOf(sample, 'Schedule Post')).toMatchObject({
			error: undefined,
			items: [{ status: 'scheduled', scheduled_at: '2030-01-07T08:00:00.000Z' }],
		});
	},
};
