import type { IDataObject } from 'n8n-workflow';

import { PostingWorkflow } from '../postingWorkflow';
import { startQueueTestbed, type QueueTestbed } from '../queueTestbed';
import { outputOf, type Execution } from '../execution';

const HOUR_MS = 60 * 60 * 1_000;
const NODE = 'Social Publishing';
const STATUSES = ['draft', 'scheduled', 'published'];
const ROWS = {
	operation: 'upsert',
	itemKey: '={{ $json.guid }}',
	wantedStatus: '={{ $json.ask }}',
	scheduledAt: '={{ $json.at }}',
};

const actionsOf = (execution: Execution) =>
	outputOf(execution, NODE).map(({ json }) => json.action);

describe.each([2, 1] as const)('n8n %i in queue mode', (version) => {
	let testbed: QueueTestbed;
	let isLate = false;

	beforeAll(async () => {
		const listedPost = (post: Record<string, unknown>) => (isLate ? undefined : post);
		const serviceOptions = { dialect: { listedPost } };
		testbed = await startQueueTestbed({ N8N_LOG_LEVEL: 'info' }, serviceOptions, 2, version);
	});

	afterAll(async () => await testbed?.close());

	/** A row for each status. */
	function rows(text: string): IDataObject[] {
		const { service } = testbed;
		const account = service.accountId('Bread on Shortpost');
		const at = service.clock.iso(Math.ceil(service.clock.now() / HOUR_MS + 2) * HOUR_MS);
		return STATUSES.map((ask) => ({ guid: ask, title: `${text}: ${ask}`, account, ask, at }));
	}

	const posts = () => [...testbed.service.state.posts.values()];

	it('a worker creates no second post while the list does not show that of another worker yet', async () => {
		const workflow = await PostingWorkflow.create(testbed, ROWS);
		isLate = true;
		const created = await workflow.run(rows('Fresh braed'));
		expect(actionsOf(created)).toEqual(STATUSES.map(() => 'created'));
		// The next run is the other worker's.
		const started = `Worker started execution ${created.id} `;
		const worker = testbed.workers.find((each) => each.readLog().includes(started));
		expect(worker).toBeDefined();
		await worker?.kill();

		const corrected = rows('Fresh bread');
		const { error } = (await workflow.run(corrected)).data.resultData;
		expect(error?.message).toBe('Items 1 to 3: The service does not list the post of this item');
		isLate = false;
		expect(actionsOf(await workflow.run(corrected))).toEqual(['updated', 'updated', 'locked']);
		await testbed.service.clock.advance(60_000);
		expect(posts().map(({ text, history }) => [text, history.length])).toEqual([
			['Fresh bread: draft', 0],
			['Fresh bread: scheduled', 0],
			['Fresh braed: published', 1],
		]);
	});
});
