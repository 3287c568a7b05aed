import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';

import { readExample } from '../examples';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf, type Execution } from '../execution';
import { startSampleFeed, type SampleFeed } from '../sampleFeed';
import { startTestbed, type OwnTestbed, type Testbed } from '../testbed';
import { webhookStep } from '../workflows';

/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };

/** The example that puts the items of a feed into the next free slots. */
class Queue {
	private constructor(
		private readonly testbed: OwnTestbed,
		private readonly webhookPath: string,
		private readonly workflowId: string,
		private readonly feed: SampleFeed,
	) {}

	static async create(testbed: OwnTestbed, name: string, count: number): Promise<Queue> {
		const { n8n, service, workspaceId } = testbed;
		const webhookPath = randomUUID();
		const startMs = Date.now() - count * 60_000;
		const feed = await startSampleFeed(
			Array.from({ length: count }, (_, index) => ({
				title: `${name} ${index + 1}`,
				publishedAt: new Date(startMs + index * 60_000),
			})),
		);
		const accountIds = [service.accountId('Bread on Shortpost')];
		const workflow = readExample('feed-to-queue.json', {
			'Read Feed': { url: feed.url },
			'Schedule Post': { workspaceId, accountIds },
		});
		// The test decides when it runs.
		for (const node of workflow.nodes) {
			if (node.name !== 'Every Hour') continue;
			Object.assign(node, webhookStep(webhookPath), { name: node.name });
		}
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		return new Queue(testbed, webhookPath, workflowId, feed);
	}

	/** Runs the workflow; n8n may be killed before it responds. */
	async run(): Promise<void> {
		const url = `${this.testbed.webhookBaseUrl}webhook/${this.webhookPath}`;
		await axios.post(url, {}, { validateStatus: () => true }).catch(() => undefined);
	}

	async latest(): Promise<Execution> {
		return await this.testbed.n8n.rest.newestExecution(this.workflowId);
	}

	close(): void {
		this.feed.close();
	}
}

/** What is scheduled, in the order of the times. */
function scheduled({ service }: Testbed) {
	return [...service.state.posts.values()]
		.map(({ id, text, status, schedule }) => ({
			id,
			title: text?.split('\n')[0] ?? '',
			status,
			atMs: schedule?.atMs ?? 0,
		}))
		.sort((a, b) => a.atMs - b.atMs);
}

const numbered = (name: string, count: number) =>
	Array.from({ length: count }, (_, index) => `${name} ${index + 1}`);

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: OwnTestbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, FAST);
	});

	afterAll(async () => await testbed?.close());

	it('forty items take the next forty slots, although n8n is killed midway', async () => {
		const queue = await Queue.create(testbed, 'Item', 40);
		const running = queue.run();
		while (scheduled(testbed).filter(({ status }) => status === 'scheduled').length < 15) {
			await sleep(5);
		}
		await testbed.n8n.kill9();
		await running;
		await testbed.n8n.start();
		await queue.run();

		expect(await queue.latest()).toMatchObject({ status: 'success' });
		const posts = scheduled(testbed);
		expect(posts.map(({ title }) => title)).toEqual(numbered('Item', 40));
		expect(new Set(posts.map(({ atMs }) => atMs)).size).toBe(40);
		queue.close();
	});
});

describe('in queue mode', () => {
	let testbed: QueueTestbed;

	beforeAll(async () => {
		testbed = await startQueueTestbed({}, FAST, 3);
	});

	afterAll(async () => await testbed?.close());

	it('three executions at once put no two posts of an account in one slot without saying so', async () => {
		const names = ['First', 'Second', 'Third'];
		const queues = await Promise.all(
			names.map(async (name) => await Queue.create(testbed, name, 10)),
		);
		await Promise.all(queues.map(async (queue) => await queue.run()));

		const said = new Set<unknown>();
		for (const queue of queues) {
			const execution = await queue.latest();
			expect(execution).toMatchObject({ status: 'success' });
			for (const { json } of outputOf(execution, 'Schedule Post'))
				if (json.slot_shared === true) said.add(json.id);
			queue.close();
		}
		const posts = scheduled(testbed);
		expect(posts).toHaveLength(30);
		expect(posts.every(({ status }) => status === 'scheduled')).toBe(true);
		// In the order of the times.
		const shared = posts.flatMap((post, index) => {
			const next = posts[index + 1];
			return next?.atMs === post.atMs ? [[post.id, next.id]] : [];
		});
		expect(shared.filter((ids) => !ids.some((id) => said.has(id)))).toEqual([]);
		const { journal } = testbed.service;
		const count = (operation: string) => journal.find({ operation }).length;
		console.log(
			`moves: ${count('reschedule_post')}, lists: ${count('list_posts')}, shared: ${shared.length}`,
		);
	});
});
