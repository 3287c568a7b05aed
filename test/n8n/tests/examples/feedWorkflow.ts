import { randomUUID } from 'node:crypto';

import { readExample } from '../../examples';
import type { ExampleTestbed } from '../../exampleTestbed';
import { ATOM_POSTS, ENDLESS, RSS_POSTS, startOddFeed } from '../../oddFeed';
import { outputOf, type Execution } from '../../execution';
import { webhookStep } from '../../workflows';

/** An example that reads a feed every hour. */
interface FeedExample {
	fileName: string;
	/** The step that makes the posts. */
	step: string;
}

/**
 * Imports an example and activates it.
 *
 * @returns a function that runs the workflow, as if an hour were over
 */
export async function startFeedWorkflow(
	testbed: ExampleTestbed,
	{ fileName, step }: FeedExample,
	feedUrl: string,
): Promise<() => Promise<Execution>> {
	const { n8n, service, workspaceId } = testbed;
	const webhookPath = randomUUID();
	const workflow = readExample(fileName, {
		'Read Feed': { url: feedUrl },
		[step]: { workspaceId, accountIds: [service.accountId('Bread on Shortpost')] },
	});
	const everyHour = workflow.nodes.find(({ name }) => name === 'Every Hour');
	Object.assign(everyHour ?? {}, webhookStep(webhookPath), { name: everyHour?.name });
	const workflowId = await n8n.importWorkflow(workflow, { active: true });
	let runs = 0;
	return async () => {
		await fetch(`${n8n.url}/webhook/${webhookPath}`, { method: 'POST' });
		return await testbed.finished(await testbed.executionOf(workflowId, runs++));
	};
}

/** Runs an example with a feed of odd items: each is posted once, with its picture, and none stops the others. */
export async function checkOddFeed(testbed: ExampleTestbed, example: FeedExample): Promise<void> {
	testbed.reset();
	const feed = await startOddFeed(new Date());
	const run = await startFeedWorkflow(testbed, example, feed.url);
	const runWith = async (...[shown]: Parameters<typeof feed.show>) => {
		feed.show(shown);
		const execution = await run();
		expect(execution.status).toBe('success');
		return {
			posted: outputOf(execution, example.step),
			failed: outputOf(execution, 'Failed Items').map(({ json }) => String(json.error)),
		};
	};
	const failures = [
		expect.stringContaining("'Recognize Items By' is empty"),
		expect.stringContaining('a word or a link of more than 280 characters'),
	];

	const first = await runWith('rss');
	expect(postedPictures(testbed)).toEqual(RSS_POSTS);
	expect(first.failed.sort()).toEqual(failures);
	expect(feed.downloads).not.toContain('/audio.mp3');
	// One item has left the feed, and the title of another has been corrected.
	expect(await runWith('rssLater')).toEqual({ posted: [], failed: expect.any(Array) });
	expect((await runWith('atom')).failed).toEqual([]);
	expect(postedPictures(testbed)).toEqual({ ...RSS_POSTS, ...ATOM_POSTS });
	// The links have changed.
	expect(await runWith('atomLater')).toEqual({ posted: [], failed: [] });
	expect(JSON.stringify(testbed.statuses)).not.toContain(ENDLESS);
	feed.close();
}

/** The picture of each post, by the first line of the text that goes out. */
function postedPictures({ service }: ExampleTestbed): Record<string, string | undefined> {
	const { posts, media } = service.state;
	const pictures = [...posts.values()].map(({ text, destinations }) => {
		const content = destinations[0]?.content;
		const [mediaId = ''] = content?.media_ids ?? [];
		return [(content?.text ?? text ?? '').split('\n')[0] ?? '', media.get(mediaId)?.name] as const;
	});
	expect(new Set(pictures.map(([title]) => title)).size).toBe(pictures.length);
	return Object.fromEntries(pictures);
}
