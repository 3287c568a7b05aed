import type { INodeExecutionData } from 'n8n-workflow';

import { PostingWorkflow } from '../postingWorkflow';
import { outputOf } from '../execution';
import { shareTestbed, type Testbed } from '../testbed';
import { CREDENTIAL_TYPE } from '../workflows';

const HOUR_MS = 60 * 60 * 1_000;
const NODE = 'Social Publishing';
const TITLES = ['One', 'Two'];
const POSTED_BEFORE = 1;

const byId = (value: string) => ({ __rl: true, mode: 'id', value }) as const;
const titlesOf = (items: INodeExecutionData[]) =>
	items.map(({ json }) => String(json.title ?? json.text));

describe.each([2, 1] as const)('Post Each Item Once in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
	});

	beforeEach(() => testbed.service.state.posts.clear());

	afterAll(async () => await testbed?.close());

	const once = { idempotency: 'once', onceKey: '={{ $json.guid }}' };
	const inWorkspace = (name: string) => ({ workspaceId: byId(testbed.service.workspaceId(name)) });
	const later = async (hours: number) => await testbed.service.clock.advance(hours * HOUR_MS);

	function items(accountName: string, ask = 'publish') {
		const account = testbed.service.accountId(accountName);
		return TITLES.map((title) => ({ guid: `guid of ${title}`, title, account, ask }));
	}

	/** How often each text was published, by account. */
	async function published(): Promise<Record<string, string[]>> {
		await later(1);
		const { posts, accounts } = testbed.service.state;
		const texts: Record<string, string[]> = {};
		for (const { text, destinations } of posts.values()) {
			for (const { content, publications } of destinations) {
				const name = accounts.get(content.account_id)?.name ?? '';
				(texts[name] ??= []).push(...publications.map(() => text));
			}
		}
		return texts;
	}

	it('publishes every item in the new workspace after a test in another one', async () => {
		const { n8n } = testbed;
		const tested = { ...once, ...inWorkspace('Side project') };
		const workflow = await PostingWorkflow.create(testbed, tested);
		await workflow.run(items('Side on Pagebook'));
		await n8n.rest.changeNode(workflow.id, NODE, (node) => {
			Object.assign(node.parameters, inWorkspace('Bakery'));
		});
		await n8n.rest.activate(workflow.id);

		const runs = [
			await workflow.run(items('Bread on Shortpost')),
			await workflow.run(items('Bread on Shortpost')),
		];
		expect(runs.map((run) => titlesOf(outputOf(run, NODE)))).toEqual([TITLES, []]);
		expect(await published()).toEqual({ 'Side on Pagebook': TITLES, 'Bread on Shortpost': TITLES });
	});

	it('publishes the items of one run in two workspaces', async () => {
		const workspaceId = byId('={{ $json.workspace }}');
		const workflow = await PostingWorkflow.create(testbed, { ...once, workspaceId });
		const [side, bakery] = ['Side project', 'Bakery'].map((name) =>
			testbed.service.workspaceId(name),
		);
		const both = [
			...items('Side on Pagebook').map((item) => ({ ...item, workspace: side })),
			...items('Bread on Shortpost').map((item) => ({ ...item, workspace: bakery })),
		];
		const runs = [await workflow.run(both), await workflow.run(both)];
		expect(runs.map((run) => titlesOf(outputOf(run, NODE)))).toEqual([[...TITLES, ...TITLES], []]);
		expect(await published()).toEqual({ 'Side on Pagebook': TITLES, 'Bread on Shortpost': TITLES });
	});

	it('publishes nothing again after the service has moved to another address', async () => {
		const { n8n, service, credential } = testbed;
		const workflow = await PostingWorkflow.create(testbed, once);
		const drafts = (ask: string) =>
			items('Cakes on Pagebook', ask).map((item) => ({ ...item, guid: `draft ${item.title}` }));
		await workflow.run(items('Bread on Shortpost'));
		await workflow.run(drafts('draft'));
		// From then on, the service does not know the idempotency keys any more.
		await later(25);
		const baseUrl = service.baseUrl.replace('127.0.0.1', 'localhost');
		const data = { baseUrl, apiToken: service.token };
		const changed = { name: credential.name, type: CREDENTIAL_TYPE, data };
		await n8n.rest.request('PATCH', `/credentials/${credential.id}`, changed);

		const again = await workflow.run(items('Bread on Shortpost'));
		expect(titlesOf(outputOf(again, NODE, POSTED_BEFORE))).toEqual(TITLES);
		const continued = await workflow.run(drafts('publish'));
		expect(titlesOf(outputOf(continued, NODE))).toEqual(TITLES);
		expect(service.journal.entries.at(-1)?.headers.host).toMatch(/^localhost:/);
		expect(await published()).toEqual({
			'Bread on Shortpost': TITLES,
			'Cakes on Pagebook': TITLES,
		});
	});
});
