import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf, type Execution } from '../execution';
import { startTestbed, type OwnTestbed } from '../testbed';
import { actionStep, chain, splitOutStep, webhookStep } from '../workflows';

const HOUR_MS = 60 * 60 * 1_000;

/** A feed of three items, the second of which no platform accepts. */
class FailingFeed {
	private constructor(
		private readonly testbed: OwnTestbed,
		private readonly workflowId: string,
		readonly execution: Execution,
	) {}

	static async run(testbed: OwnTestbed): Promise<FailingFeed> {
		const { n8n, service } = testbed;
		const webhookPath = randomUUID();
		const workflow = FailingFeed.workflow(testbed, webhookPath, {});
		const workflowId = await n8n.importWorkflow(workflow, { active: true });
		const account = (name: string) => service.accountId(name);
		const rows = [
			{ text: 'First', account: account('Bread on Shortpost') },
			{ text: 'Second', account: account('Always fails') },
			{ text: 'Third', account: account('Cakes on Pagebook') },
		];
		// In queue mode, another process than n8n's main one receives webhooks. The workflow fails, and so does the call.
		const url = `${testbed.webhookBaseUrl}webhook/${webhookPath}`;
		await axios.post(url, { items: rows }, { validateStatus: () => true });
		const execution = await n8n.rest.newestExecution(workflowId);
		return new FailingFeed(testbed, workflowId, execution);
	}

	private static workflow(testbed: OwnTestbed, webhookPath: string, options: INodeParameters) {
		return chain('Feed', [
			webhookStep(webhookPath),
			splitOutStep('body.items'),
			actionStep({
				resource: 'post',
				operation: 'create',
				workspaceId: testbed.workspaceId,
				text: '={{ $json.text }}',
				accountIds: '={{ [$json.account] }}',
				afterCreate: 'publish',
				waitForOutcome: true,
				options,
			}),
		]);
	}

	async retry(execution: Execution, withSavedWorkflow: boolean): Promise<Execution> {
		const { rest } = this.testbed.n8n;
		return await rest.retryExecution(execution.id, withSavedWorkflow);
	}

	/** Saves the workflow so that a failed account no longer makes the node fail. */
	async tolerateFailures(): Promise<void> {
		await this.testbed.n8n.rest.changeNode(this.workflowId, 'Social Publishing', (node) => {
			node.parameters.options = { failOn: 'never' };
		});
	}

	/** The texts of all posts at the service, with the number of times that each was published. */
	get published(): Record<string, number[]> {
		const counts: Record<string, number[]> = {};
		for (const post of this.testbed.service.state.posts.values()) {
			const count = post.destinations.flatMap(({ publications }) => publications).length;
			(counts[post.text ?? ''] ??= []).push(count);
		}
		return counts;
	}
}

const once = { First: [1], Second: [0], Third: [1] };

async function expectNothingTwice(
	testbed: OwnTestbed,
	between: () => Promise<void>,
): Promise<void> {
	const feed = await FailingFeed.run(testbed);
	expect(feed.execution.status).toBe('error');
	expect(feed.published).toEqual(once);
	await between();

	const again = await feed.retry(feed.execution, false);
	expect(again).toMatchObject({ status: 'error', mode: 'retry' });
	expect(feed.published).toEqual(once);
	expect(testbed.service.journal.count({ operation: 'retry_delivery' })).toBe(1);

	await feed.tolerateFailures();
	const last = await feed.retry(again, true);
	expect(last).toMatchObject({ status: 'success', mode: 'retry' });
	expect(feed.published).toEqual(once);
	expect(outputOf(last, 'Social Publishing').map(({ json }) => json.text)).toEqual([
		'First',
		'Second',
		'Third',
	]);
}

describe.each([2, 1] as const)('Retry in the list of executions of n8n %i', (version) => {
	let testbed: OwnTestbed;

	beforeEach(async () => {
		testbed = await startTestbed({ version });
	});

	afterEach(async () => await testbed?.close());

	it('posts nothing a second time, not even a day later and after a restart', async () => {
		await expectNothingTwice(testbed, async () => {
			await testbed.n8n.restart();
			await testbed.service.clock.advance(25 * HOUR_MS);
		});
	});
});

describe('Retry in queue mode', () => {
	let testbed: QueueTestbed;

	beforeAll(async () => {
		testbed = await startQueueTestbed();
	});

	afterAll(async () => await testbed?.close());

	it('posts nothing a second time after the workers were killed', async () => {
		await expectNothingTwice(testbed, async () => {
			await Promise.all(testbed.workers.map(async (worker) => await worker.kill()));
			await Promise.all(testbed.workers.map(async (worker) => await worker.start()));
		});
	});
});
