import type { IDataObject } from 'n8n-workflow';

import { ByHand } from '../../unit/support/byHand';
import { LaterStart } from '../laterStart';
import { PostingWorkflow } from '../postingWorkflow';
import { outputOf, type Execution } from '../execution';
import { SAFE_DATABASE } from '../runningN8n';
import { startTestbed, type OwnTestbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';

const HOUR_MS = 60 * 60 * 1_000;
/** The service allows more requests than in production, so that a test does not wait for it. */
const FAST = { limits: { credentialPerMinute: 5_000, userPerMinute: 5_000 } };
const NODE = 'Social Publishing';
/** How many posts a page of the list has. */
const PAGE_SIZE = 100;
const HOURS_LATER = 30;

const ROWS = {
	operation: 'upsert',
	itemKey: '={{ $json.guid }}',
	wantedStatus: '={{ $json.ask }}',
	scheduledAt: '={{ $json.at }}',
};
const ONCE = { idempotency: 'once', onceKey: '={{ $json.guid }}' };

const errorOf = ({ data }: Execution) => {
	const { error } = data.resultData;
	return error && `${error.message}. ${error.description}`;
};
const actionOf = (execution: Execution) => outputOf(execution, NODE)[0]?.json.action;

describe.each([2, 1] as const)('n8n %i, thirty hours after it was killed', (version) => {
	const later = new LaterStart();
	let testbed: OwnTestbed;
	let isSilent = false;
	let rows: PostingWorkflow;
	let feed: PostingWorkflow;

	const posts = (text: string) =>
		[...testbed.service.state.posts.values()].filter((post) => post.text === text);
	const publications = (text: string) =>
		posts(text).flatMap(({ destinations }) => destinations.flatMap((each) => each.publications));

	function item(title: string, ask: string, more: IDataObject = {}): IDataObject[] {
		const { service } = testbed;
		const account = service.accountId('Bread on Shortpost');
		const at = service.clock.iso(Math.ceil(service.clock.now() / HOUR_MS + 90) * HOUR_MS);
		return [{ guid: `guid of ${title}`, title, account, ask, at, ...more }];
	}

	/** Starts a run, and leaves it waiting for the response to a command that the service has carried out. */
	async function stall(workflow: PostingWorkflow, items: IDataObject[], operation: string) {
		const { faults } = testbed.service;
		faults.add({ operation, action: { kind: 'stall', when: 'after' } });
		workflow.start(items);
		await waitUntil(() => faults.pending === 0, TIMEOUT_MS, operation);
	}

	/** Moves the post to the next page of the list while the node is between the two. */
	function letSlip(text: string): void {
		const { service } = testbed;
		const [post] = posts(text);
		const [filler] = posts('Filler');
		if (post === undefined || filler === undefined) throw new Error('There is no post');
		const newer = () =>
			[...service.state.posts.values()].filter(({ sequence }) => sequence > post.sequence);
		while (newer().length < PAGE_SIZE) {
			const id = service.state.newId('post');
			service.state.posts.set(id, { ...filler, id, sequence: service.state.nextSequence() });
		}
		const byHand = new ByHand({ service });
		const until = async () => await byHand.delete(newer()[0]?.id ?? '');
		const action = { kind: 'hold', when: 'before', until } as const;
		service.faults.add({ operation: 'list_posts', nth: 2, action });
	}

	beforeAll(async () => {
		const listedPost = (post: Record<string, unknown>) => (isSilent ? undefined : post);
		const options = { ...FAST, dialect: { listedPost, cursors: 'offset' } } as const;
		testbed = await startTestbed({ version, env: { ...SAFE_DATABASE, ...later.env } }, options);
		rows = await PostingWorkflow.create(testbed, ROWS);
		feed = await PostingWorkflow.create(testbed, ONCE);
		const { n8n, service } = testbed;
		await rows.run(item('Published row', 'published'));
		const cakes = service.accountId('Cakes on Pagebook');
		await rows.run(item('Filler', 'draft', { account: cakes }));
		await stall(rows, item('Interrupted row', 'scheduled'), 'create_post');
		await stall(feed, item('Interrupted item', 'publish'), 'publish_post');
		await n8n.kill9();
		await service.clock.advance(HOURS_LATER * HOUR_MS);
		later.startHoursLater(HOURS_LATER);
		await n8n.start();
	});

	beforeEach(() => {
		isSilent = false;
	});

	afterAll(async () => {
		await testbed?.close();
		later.remove();
	});

	it('completes one post in two executions at once', async () => {
		const { service, n8n } = testbed;
		let end = () => {};
		const first = new Promise<void>((resolve) => {
			end = resolve;
		});
		const hold = { kind: 'hold', when: 'after', until: async () => await first } as const;
		service.faults.add({ operation: 'list_posts', action: hold });
		const row = item('Interrupted row', 'scheduled');
		const second = rows.run(row);
		await waitUntil(() => service.faults.pending === 0, TIMEOUT_MS, 'the list of the second');
		expect(errorOf(await rows.run(row))).toBeUndefined();
		end();
		await second;
		const both = (await n8n.rest.executions(rows.id)).slice(-2);
		expect(both.map(actionOf)).toEqual(['unchanged', 'scheduled']);
		expect(actionOf(await rows.run(row))).toBe('unchanged');
		expect(posts('Interrupted row')).toMatchObject([{ status: 'scheduled' }]);
	});

	it('does not publish a row again whose post a list leaves out', async () => {
		isSilent = true;
		for (const title of ['Published row', 'Published row, without the typo']) {
			const row = item('Published row', 'published', { title });
			const error = errorOf(await rows.run(row));
			expect(error).toContain('The service does not list the post of this item');
			expect(error).toContain(`(key "guid of Published row", "${title}")`);
		}
		isSilent = false;
		letSlip('Published row');
		expect(actionOf(await rows.run(item('Published row', 'published')))).toBe('unchanged');
		expect(testbed.service.faults.pending).toBe(0);
		await testbed.service.clock.advance(HOUR_MS);
		expect(publications('Published row')).toHaveLength(1);
	});

	it('does not publish an item again whose publication was under way', async () => {
		isSilent = true;
		const wanted = item('Interrupted item', 'publish');
		const error = errorOf(await feed.run(wanted));
		expect(error).toContain('The service does not list the post of this item');
		expect(error).toContain('(key "guid of Interrupted item", "Interrupted item")');
		isSilent = false;
		letSlip('Interrupted item');
		expect(errorOf(await feed.run(wanted))).toBeUndefined();
		expect(testbed.service.faults.pending).toBe(0);
		await testbed.service.clock.advance(HOUR_MS);
		expect(publications('Interrupted item')).toHaveLength(1);
	});
});
