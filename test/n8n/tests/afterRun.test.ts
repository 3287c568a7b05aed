import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import { Editor } from '../editor';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, triggerStep, type Step, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

/** Makes the items of a feed. */
const feed: Step = {
	name: 'Feed',
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: {
		jsCode:
			"return ['One', 'Two'].map((title) => ({ json: { title, guid: `https://example.com/${title}` } }));",
	},
};

describe.each([
	['n8n 2', 2],
	['n8n 1', 1],
] as const)('the editor of %s', (_name, version) => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await picture(expect.getState().currentTestName?.replace(/\W+/g, '-') ?? 'last');
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	const picture = async (name: string) => await editor.screenshot(`after-run-${version}-${name}`);

	/** @returns the workflow's ID */
	async function open(parameters: INodeParameters, ...before: Step[]): Promise<string> {
		const { n8n, workspaceId } = testbed;
		const step = actionStep({ workspaceId, ...parameters });
		const workflowId = await n8n.importWorkflow(chain('Scene', [START, ...before, step]));
		await openAgain(workflowId);
		return workflowId;
	}

	async function openAgain(workflowId: string): Promise<void> {
		await editor.openWorkflow(workflowId);
		await editor.openNode('Social Publishing');
	}

	const account = (name: string) => testbed.service.accountId(name);
	const output = () => editor.page.getByTestId('output-panel');
	const hints = () => output().getByTestId('node-hint');

	/** The names of the visible columns of the output. */
	const columns = async () =>
		(await output().locator('th').allInnerTexts()).map((name) => name.trim()).filter(Boolean);

	it('shows the outcome and the link of the first post', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			text: 'Fresh bread',
			accountIds: [account('Cakes on Pagebook')],
			afterCreate: 'publish',
		});
		await editor.executeStep();
		await output().getByText('Published: Cakes on Pagebook (pagebook).').waitFor();
		const text = await output().innerText();
		expect((await columns()).slice(0, 4)).toEqual(['message', 'status', 'published_urls', 'text']);
		expect(text.split('message')[1]).not.toMatch(/^[^]{0,200}(null|\[empty array\])/);
		expect(await hints().count()).toBe(0);
	});

	it('shows a hint if the second run of a feed finds nothing new', async () => {
		const workflowId = await open(
			{
				resource: 'post',
				operation: 'create',
				text: '={{ $json.title }}',
				accountIds: [account('Cakes on Pagebook')],
				afterCreate: 'publish',
				idempotency: 'once',
				onceKey: '={{ $json.guid }}',
			},
			feed,
		);
		await editor.page.getByTestId('node-execute-button').click();
		await output().getByText('Published: Cakes').first().waitFor();
		await openAgain(workflowId);
		await editor.page.getByTestId('node-execute-button').click();
		const hint = hints().filter({ hasText: 'Nothing new' });
		await hint.waitFor();
		expect((await hint.innerText()).trim()).toBe(
			'Nothing new: both items were already posted by this step.',
		);
	});

	it('names the account that failed, the reason, and what to do', async () => {
		await open({
			resource: 'post',
			operation: 'create',
			text: 'Fresh bread',
			accountIds: [account('Cakes on Pagebook'), account('Always fails')],
			afterCreate: 'publish',
		});
		await editor.page.getByTestId('node-execute-button').click();
		const header = output().locator('.node-error-view__header');
		await header.waitFor();
		const text = await header.innerText();
		expect(text).toContain(
			'Published on Cakes on Pagebook (pagebook), not on Always fails (pagebook): The platform rejected the post',
		);
		expect(text).toContain('To try again, retry this execution (Executions → Retry)');
		expect(text).not.toContain('Post → Retry Failed');
	});

	it('shows statistics by account and post, with texts and links, and what the service reports', async () => {
		await open({ resource: 'statistics', operation: 'getWorkspace', period: 'last7Days' });
		await editor.executeStep();
		await output().getByText('kind').first().waitFor();
		expect((await columns())[0]).toBe('kind');
		expect(await output().innerText()).toMatch(/\bpost\b[^]*Fresh bread[^]*https:\/\/pagebook/);
		expect(await hints().count()).toBe(1);
		expect(await hints().innerText()).toContain('Always fails (pagebook): The platform was down.');
	});

	it('shows the statistics of a chart as a row for each day, with the total last', async () => {
		const parameters = { resource: 'statistics', operation: 'getWorkspace', period: 'last7Days' };
		await open({ ...parameters, return: 'perDayWide' });
		await editor.executeStep();
		await output().getByText('followers total', { exact: true }).waitFor();
		const names = await columns();
		expect(names[0]).toBe('date');
		expect(names).toContain('followers Cakes on Pagebook (pagebook)');
		expect(names.slice(-3)).toEqual([
			'followers total',
			'followers total of known accounts',
			'missing_accounts',
		]);
		expect(await output().getByTestId('ndv-items-count').innerText()).toContain('7 items');
	});

	it('lists the actions first in the nodes panel, and one trigger', async () => {
		const workflow = chain('Empty', [START]);
		await editor.openWorkflow(await testbed.n8n.importWorkflow(workflow));
		const found = await editor.searchNodes('Social Publishing');
		expect(found).toContain('Social Publishing');
		expect(found.join()).toContain('Social Publishing Poll');
		await picture('panel-search');
		await editor.openFoundNode('Social Publishing');
		expect(await editor.panelText()).toMatch(/Triggers \(1\)/i);
	});

	it('names the events below a trigger', async () => {
		const { n8n, workspaceId } = testbed;
		const steps = [
			triggerStep({ workspaceId, events: ['delivery.failed', 'delivery.needs_review'] }),
		];
		await editor.openWorkflow(await n8n.importWorkflow(chain('Trigger', steps)));
		await editor.page.getByText('Delivery Failed, Delivery Needs Review').first().waitFor();
		await picture('subtitle');
		await editor.openNode('Social Publishing Trigger');
		const form = await editor.parameters.innerText();
		expect(form).toMatch(/Start When/);
		expect(form).not.toMatch(/ETag|resourceError|Include Resource/);
	});
});
