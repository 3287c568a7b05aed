import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { readExample } from '../examples';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf, type Execution } from '../rest';
import { housePictures, startSampleFeed, type FeedItem, type SampleFeed } from '../sampleFeed';
import { startTestbed, type OwnTestbed } from '../testbed';
import { webhookStep } from '../workflows';

const HOUR_MS = 60 * 60 * 1_000;
/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };
/** An outcome takes more time than all else. */
const NO_WAIT = { waitForOutcome: false };
/** A word is never cut, so this item fails. */
const ENDLESS: FeedItem = { title: 'long'.repeat(200) };

const titles = (count: number) => Array.from({ length: count }, (_, index) => `Item ${index + 1}`);

/** The example that posts each item of a feed once. The feed shows all of its items as new in each run. */
class OnceFeed {
	/** Items that come before the others. */
	first: FeedItem[] = [];

	private constructor(
		private readonly testbed: OwnTestbed,
		private readonly workflow: { id: string; webhookPath: string },
		private readonly feed: SampleFeed,
		private readonly picture: Buffer,
	) {}

	static async create(testbed: OwnTestbed, fields: INodeParameters = {}): Promise<OnceFeed> {
		const { n8n, service, workspaceId } = testbed;
		const webhookPath = randomUUID();
		const feed = await startSampleFeed([]);
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample('rss-to-post.json', {
			'Read Feed': { url: feed.url },
			'Create Post': { workspaceId, accountIds, ...fields },
		});
		for (const node of workflow.nodes) {
			// The test decides when it runs.
			if (node.name === 'Every Hour') {
				Object.assign(node, webhookStep(webhookPath), { name: node.name });
			}
			// Failed items end the run with an error.
			delete node.onError;
		}
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const { webp } = await housePictures();
		return new OnceFeed(testbed, { id: workflowId, webhookPath }, feed, webp);
	}

	/** Runs the workflow; n8n may be killed before it responds. Every third item comes without a picture. */
	async run(feedTitles: string[]): Promise<void> {
		const items = feedTitles.map((title, index) => ({
			title,
			...(index % 3 !== 0 && { picture: this.picture }),
		}));
		this.feed.items.splice(0, Infinity, ...this.first, ...items);
		const url = `${this.testbed.webhookBaseUrl}webhook/${this.workflow.webhookPath}`;
		await axios.post(url, {}, { validateStatus: () => true }).catch(() => undefined);
	}

	/** How many pictures n8n has downloaded. */
	get downloads(): number {
		return this.feed.downloads;
	}

	/** What the error of the latest execution says. */
	async failure(): Promise<string> {
		const { error } = (await this.latest()).data.resultData;
		return `${error?.message}. ${error?.description}`;
	}

	async latest(): Promise<Execution> {
		const { rest } = this.testbed.n8n;
		const executions = await rest.executions(this.workflow.id);
		const last = executions.at(-1);
		if (last === undefined) throw new Error('The workflow was not executed');
		return await rest.finishedExecution(last.id);
	}

	/** The texts of all posts, and how often each went out. */
	get published(): Record<string, number[]> {
		const counts: Record<string, number[]> = {};
		for (const post of this.testbed.service.state.posts.values()) {
			const count = post.destinations.flatMap(({ publications }) => publications).length;
			(counts[post.text?.split('\n')[0] ?? ''] ??= []).push(count);
		}
		return counts;
	}

	close(): void {
		this.feed.close();
	}

	async later(hours: number): Promise<void> {
		await this.testbed.service.clock.advance(hours * HOUR_MS);
	}
}

const eachOnce = (all: string[]) => Object.fromEntries(all.map((title) => [title, [1]]));

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: OwnTestbed;
	let feed: OnceFeed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, FAST);
	});

	beforeEach(() => testbed.service.state.posts.clear());

	afterEach(() => feed?.close());

	afterAll(async () => await testbed?.close());

	it('a failed item is tried again without delaying the others, and nothing is repeated a day later', async () => {
		feed = await OnceFeed.create(testbed);
		feed.first = [ENDLESS];
		await feed.run(titles(3));
		expect(await feed.failure()).toContain('Items 1 to 3 succeeded, but the next steps');
		await feed.later(25);
		expect(feed.published).toEqual(eachOnce(titles(3)));

		await feed.run(titles(4));
		expect(await feed.failure()).toContain('Item 1 succeeded, but the next steps');
		await feed.later(25);

		feed.first = [{ title: 'Item 0' }];
		await feed.run(titles(4));
		const corrected = await feed.latest();
		expect(corrected.status).toBe('success');
		const [post, ...others] = outputOf(corrected, 'Create Post');
		expect(post?.json.text).toMatch(/^Item 0\n/);
		expect(others).toEqual([]);
		const before = outputOf(corrected, 'Create Post', 1).map(({ json }) => json.title);
		expect(before.sort()).toEqual(titles(4));

		await feed.later(25);
		await feed.run(titles(4));
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(['Item 0', ...titles(4)]));
		expect(feed.downloads).toBe(2);
	});

	it('forty new items are posted in one run, and each picture is downloaded once', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		await feed.run(titles(40));
		await feed.run(titles(40));
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(titles(40)));
		expect(feed.downloads).toBe(26);
	});

	it('every item is posted once, although n8n is killed at ten moments', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		const all = titles(40);
		for (let kills = 1; kills <= 10; kills++) {
			const running = feed.run(all.slice(0, 4 * kills));
			await sleep(150 + 130 * kills);
			await testbed.n8n.kill9();
			await running;
			if (kills % 5 === 0) await feed.later(25);
			await testbed.n8n.start();
		}
		for (const hours of [1, 25]) {
			await feed.run(all);
			expect(await feed.latest()).toMatchObject({ status: 'success' });
			await feed.later(hours);
		}
		expect(feed.published).toEqual(eachOnce(all));
	}, 900_000);
});

describe('in queue mode', () => {
	let testbed: QueueTestbed;
	let feed: OnceFeed;

	beforeAll(async () => {
		testbed = await startQueueTestbed({}, FAST, 3);
	});

	afterEach(() => feed?.close());

	afterAll(async () => await testbed?.close());

	it('every item is posted once, although three processes run at once, now and a day later', async () => {
		feed = await OnceFeed.create(testbed, NO_WAIT);
		const all = titles(20);
		for (const hours of [25, 25, 1]) {
			await Promise.all([feed.run(all), feed.run(all), feed.run(all)]);
			await feed.later(hours);
		}
		expect(feed.published).toEqual(eachOnce(all));
	});
});
