import { randomUUID } from 'node:crypto';
import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';

import { outputOf, type Execution } from '../execution';
import { shareTestbed, startTestbed, type OwnTestbed, type Testbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';
import { actionStep, chain, splitOutStep, webhookStep } from '../workflows';

const HOUR_MS = 60 * 60 * 1_000;
const COUNT = 40;
const GOOD = 'Cakes on Pagebook';
const HANGING = 'Bread on Shortpost';
/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };
const ONCE = { idempotency: 'once', onceKey: '={{ $json.text }}' };

const texts = Array.from({ length: COUNT }, (_, index) => `Post ${index + 1}`);
const eachOnce = Object.fromEntries(texts.map((text) => [text, [1]]));

/** A table of forty posts, all of which are published in one run. */
class Month {
	private constructor(
		private readonly testbed: Testbed,
		private readonly webhookPath: string,
		readonly workflowId: string,
		private readonly hangingItem: number | undefined,
	) {}

	/** @param hangingItem counted from 1 */
	static async create(
		testbed: Testbed,
		fields: INodeParameters = {},
		hangingItem?: number,
	): Promise<Month> {
		const webhookPath = randomUUID();
		const workflow = chain('Month', [
			webhookStep(webhookPath),
			splitOutStep('body.items'),
			actionStep({
				resource: 'post',
				operation: 'create',
				workspaceId: testbed.workspaceId,
				text: '={{ $json.text }}',
				accountIds: '={{ [$json.account] }}',
				afterCreate: 'publish',
				...fields,
			}),
		]);
		const workflowId = await testbed.n8n.importWorkflow(workflow, { active: true });
		return new Month(testbed, webhookPath, workflowId, hangingItem);
	}

	/** Starts the workflow; n8n may be killed before it responds. */
	start(): Promise<unknown> {
		const { service, webhookBaseUrl } = this.testbed;
		const items = texts.map((text, index) => ({
			text,
			account: service.accountId(index + 1 === this.hangingItem ? HANGING : GOOD),
		}));
		const url = `${webhookBaseUrl}webhook/${this.webhookPath}`;
		return axios.post(url, { items }, { validateStatus: () => true }).catch(() => undefined);
	}

	async finished(): Promise<Execution> {
		return await this.testbed.n8n.rest.newestExecution(this.workflowId);
	}

	async newestId(): Promise<string> {
		const newest = (await this.testbed.n8n.rest.executions(this.workflowId)).at(-1);
		if (newest === undefined) throw new Error('The workflow was not executed');
		return newest.id;
	}

	/** Until the node waits for the outcomes of all posts. */
	async isWaiting(): Promise<void> {
		const { journal } = this.testbed.service;
		const waits = () =>
			journal.count({ operation: 'publish_post' }) >= COUNT &&
			journal.count({ operation: 'list_posts' }) > 0;
		await waitUntil(waits, TIMEOUT_MS, 'the node to wait for outcomes');
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

const errorOf = ({ data }: Execution) => data.resultData.error;
const textsOf = (execution: Execution) =>
	outputOf(execution, 'Social Publishing').map(({ json }) => json.text);

/** The outcomes take three seconds and an hour. */
function slowAccounts({ service }: Testbed): void {
	service.setOutcome(GOOD, { status: 'published', delayMs: 3_000 });
	service.setOutcome(HANGING, { status: 'published', delayMs: HOUR_MS });
}

describe.each([2, 1] as const)('forty posts in one run of n8n %i', (version) => {
	let testbed: Testbed;

	beforeEach(async () => {
		testbed = await shareTestbed(version, FAST);
		slowAccounts(testbed);
	});

	afterEach(async () => await testbed?.close());

	it('a post that hangs does not delay the others, and a Retry waits for it', async () => {
		const { n8n, service } = testbed;
		const month = await Month.create(testbed, { options: { timeout: 20 } }, 7);
		await month.start();
		const failed = await month.finished();
		expect(failed.status).toBe('error');
		expect(errorOf(failed)?.message).toMatch(
			/^Handed over, not yet confirmed: do not post it again/,
		);
		expect(month.published).toEqual({ ...eachOnce, 'Post 7': [0] });

		await service.clock.advance(HOUR_MS);
		const retried = await n8n.rest.retryExecution(failed.id, false);
		expect(retried.status).toBe('success');
		expect(textsOf(retried)).toEqual(texts);
		expect(month.published).toEqual(eachOnce);
		expect(service.journal.count({ operation: 'publish_post' })).toBe(COUNT);
	});

	it('a refused post stops the run, and a Retry sends the others', async () => {
		const { n8n, service } = testbed;
		const action = { kind: 'status', when: 'before', status: 422, message: 'Odd text' } as const;
		service.faults.add({ operation: 'create_post', nth: 3, action });
		const month = await Month.create(testbed);
		await month.start();
		const failed = await month.finished();
		const [first, second] = [...service.state.posts.keys()];
		expect(errorOf(failed)).toMatchObject({
			description: expect.stringContaining(
				`Items 1 and 2 were already handed over, but the node has not waited for the outcome (post IDs: 1: ${first}, 2: ${second}). Items 4 to 40 were not sent. Retry this execution`,
			),
		});
		expect(service.journal.count({ operation: 'list_posts' })).toBe(0);

		const retried = await n8n.rest.retryExecution(failed.id, false);
		expect(retried.status).toBe('success');
		expect(textsOf(retried)).toEqual(texts);
		expect(month.published).toEqual(eachOnce);
	});

	it('the next run posts nothing again if the run is stopped while the node waits', async () => {
		const { n8n, service } = testbed;
		service.setOutcome(GOOD, { status: 'published', delayMs: HOUR_MS });
		const month = await Month.create(testbed, ONCE);
		void month.start();
		await month.isWaiting();
		const id = await month.newestId();
		await n8n.rest.stopExecution(id);
		expect((await n8n.rest.finishedExecution(id)).status).toBe('canceled');
		await service.clock.advance(HOUR_MS);
		await month.start();
		expect((await month.finished()).status).toBe('success');
		expect(month.published).toEqual(eachOnce);
		expect(service.journal.count({ operation: 'publish_post' })).toBe(COUNT);
	});
});

describe.each([2, 1] as const)('forty posts in two runs of n8n %i', (version) => {
	let testbed: OwnTestbed;

	beforeAll(async () => {
		testbed = await startTestbed({ version }, FAST);
	});

	afterAll(async () => await testbed?.close());

	it('the next run posts nothing again if n8n is killed while the node waits', async () => {
		const { n8n, service } = testbed;
		service.setOutcome(GOOD, { status: 'published', delayMs: HOUR_MS });
		const month = await Month.create(testbed, ONCE);
		void month.start();
		await month.isWaiting();
		await n8n.kill9();
		await n8n.start();
		await service.clock.advance(HOUR_MS);
		await month.start();
		expect((await month.finished()).status).toBe('success');
		expect(month.published).toEqual(eachOnce);
		expect(service.journal.count({ operation: 'publish_post' })).toBe(COUNT);
	});
});
