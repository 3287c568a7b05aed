import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf, type Execution } from '../rest';
import { startTestbed, type Testbed } from '../testbed';
import { actionStep, chain, splitOutStep, webhookStep } from '../workflows';

const HOUR_MS = 60 * 60 * 1_000;
/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };

const titles = (count: number) => Array.from({ length: count }, (_, index) => `Item ${index + 1}`);

/** A workflow whose node posts each item of a feed once. */
class OnceFeed {
	private constructor(
		private readonly testbed: Testbed,
		private readonly webhookPath: string,
		readonly workflowId: string,
	) {}

	static async create(testbed: Testbed, more: INodeParameters = {}): Promise<OnceFeed> {
		const webhookPath = randomUUID();
		const workflow = chain('Feed', [
			webhookStep(webhookPath),
			splitOutStep('body.items'),
			actionStep({
				resource: 'post',
				operation: 'create',
				workspaceId: testbed.workspaceId,
				text: '={{ $json.title }}',
				accountIds: '={{ [$json.account] }}',
				afterCreate: 'publish',
				waitForOutcome: false,
				idempotency: 'once',
				...more,
			}),
		]);
		const workflowId = await testbed.n8n.importWorkflow(workflow, { active: true });
		return new OnceFeed(testbed, webhookPath, workflowId);
	}

	/** Runs the workflow over a feed; n8n may be killed before it responds. */
	async run(feedTitles: string[], refused: string[] = []): Promise<void> {
		const { service, webhookBaseUrl } = this.testbed;
		const items = feedTitles.map((title) => ({
			title,
			guid: `https://example.com/${title}`,
			account: refused.includes(title) ? 'No such account' : service.accountId('Cakes on Pagebook'),
		}));
		const url = `${webhookBaseUrl}webhook/${this.webhookPath}`;
		await axios.post(url, { items }, { validateStatus: () => true }).catch(() => undefined);
	}

	async latest(): Promise<Execution> {
		const { rest } = this.testbed.n8n;
		const executions = await rest.executions(this.workflowId);
		const last = executions.at(-1);
		if (last === undefined) throw new Error('The workflow was not executed');
		return await rest.finishedExecution(last.id);
	}

	/** The texts of all posts, and how often each went out. */
	get published(): Record<string, number[]> {
		const counts: Record<string, number[]> = {};
		for (const post of this.testbed.service.state.posts.values()) {
			const count = post.destinations.flatMap(({ publications }) => publications).length;
			(counts[post.text] ??= []).push(count);
		}
		return counts;
	}

	async later(hours: number): Promise<void> {
		await this.testbed.service.clock.advance(hours * HOUR_MS);
	}
}

const eachOnce = (all: string[]) => Object.fromEntries(all.map((title) => [title, [1]]));

describe.each([2, 1] as const)('in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, FAST);
	}, 300_000);

	afterAll(async () => await testbed?.close());

	it('an item that fails first comes again, the others go out, and a day later nothing is repeated', async () => {
		const feed = await OnceFeed.create(testbed);
		await feed.run(titles(3), ['Item 1']);
		const failed = await feed.latest();
		expect(failed.data.resultData.error?.description).toContain('Items 2 and 3 succeeded.');
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(['Item 2', 'Item 3']));

		await feed.run(titles(3));
		const second = await feed.latest();
		expect(second.status).toBe('success');
		expect(outputOf(second, 'Social Publishing').map(({ json }) => json.text)).toEqual(['Item 1']);
		const [{ hints } = { hints: [] }] = second.data.resultData.runData['Social Publishing'] ?? [];
		expect(JSON.stringify(hints)).toContain('Left out 2 of 3 items');

		await feed.later(25);
		await feed.run(titles(3));
		await feed.later(1);
		expect(feed.published).toEqual(eachOnce(titles(3)));
		testbed.service.state.posts.clear();
	}, 120_000);

	it('every item goes out once, although n8n is killed at ten moments', async () => {
		const feed = await OnceFeed.create(testbed);
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

	beforeAll(async () => {
		testbed = await startQueueTestbed({}, FAST, 3);
	}, 400_000);

	afterAll(async () => await testbed?.close());

	it('every item goes out once, although three processes run at once, now and a day later', async () => {
		const feed = await OnceFeed.create(testbed);
		const all = titles(20);
		for (const hours of [25, 25, 1]) {
			await Promise.all([feed.run(all), feed.run(all), feed.run(all)]);
			await feed.later(hours);
		}
		expect(feed.published).toEqual(eachOnce(all));
	}, 300_000);
});
