import path from 'node:path';

import { Editor } from '../editor';
import { savePageAsPicture } from '../picture';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, triggerStep, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

/** What people type who look for a node that posts. */
const PHRASES = [
	'post to',
	'schedule post',
	'create post',
	'upload',
	'photo',
	'picture',
	'followers',
	'social media',
	'auto post',
];

const NO_CHOICE = { __rl: true, mode: 'list', value: '' };

describe("n8n's editor in a browser", () => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed();
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await editor.screenshot('last');
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	const openWorkflow = async (...steps: Parameters<typeof chain>[1]) => {
		await editor.openWorkflow(await testbed.n8n.importWorkflow(chain('In the editor', steps)));
	};

	it('lists both nodes in the nodes panel', async () => {
		await openWorkflow(START);
		expect(await editor.searchNodes('Social Publishing')).toContain('Social Publishing');
		await editor.openFoundNode('Social Publishing');
		await editor.screenshot('panel');
		expect(await editor.panelText()).toMatch(
			/Post actions\s+Create, publish or schedule post[^]*Triggers \(1\)/i,
		);
	});

	it.each(PHRASES)('is found in the nodes panel by "%s"', async (phrase) => {
		await openWorkflow(START);
		expect(await editor.searchNodes(phrase, 'Social Publishing')).toContain('Social Publishing');
	});

	it.each([
		['nobody has chosen a workspace', NO_CHOICE],
		[
			'the workspace comes from a step that has not run',
			{ ...NO_CHOICE, mode: 'id', value: '={{ $json.id }}' },
		],
	])('lists the accounts of all workspaces while %s', async (_case, workspaceId) => {
		await openWorkflow(
			START,
			actionStep({
				resource: 'post',
				operation: 'create',
				workspaceId,
				text: '={{ $json.title.trim() }}',
			}),
		);
		await editor.openNode('Social Publishing');
		expect(await editor.openDropdown('accountIds')).toEqual(
			expect.arrayContaining(['Cakes on Pagebook, Bakery', 'Side on Pagebook, Side project']),
		);
		await editor.screenshot('no-workspace');
		const form = await editor.parameters.innerText();
		expect(form).not.toMatch(/Error fetching options|No data|Choose a workspace first/);
	});

	it('accepts the name of an account without marking the field', async () => {
		const accountIds = '={{ "Cakes on Pagebook" }}';
		await openWorkflow(
			START,
			actionStep({ resource: 'post', operation: 'create', accountIds, workspaceId: NO_CHOICE }),
		);
		await editor.openNode('Social Publishing');
		await editor.parameters.getByText('Cakes on Pagebook', { exact: true }).waitFor();
		await editor.page.waitForLoadState('networkidle');
		expect(await editor.page.getByTestId('parameter-issues').count()).toBe(0);
	});

	it('creates a post with options chosen from the lists', async () => {
		await openWorkflow(START, actionStep({ resource: 'post', operation: 'create' }));
		await editor.openNode('Social Publishing');
		expect(await editor.openList('workspaceId')).toEqual(['Bakery', 'Side project']);
		await editor.screenshot('workspaces');
		await editor.pick('Bakery');

		const accounts = await editor.openDropdown('accountIds');
		expect(accounts).toContain('Cakes on Pagebook');
		await editor.screenshot('accounts');
		await editor.choose('Cakes on Pagebook');
		await editor.fill('text', 'Written in the editor');
		await editor.executeStep();
		await editor.screenshot('created');

		expect([...testbed.service.state.posts.values()]).toEqual([
			expect.objectContaining({ text: 'Written in the editor', status: 'draft' }),
		]);
	});

	it('offers workspaces and event types in the trigger', async () => {
		await openWorkflow(triggerStep({}));
		await editor.openNode('Social Publishing Trigger');
		expect(await editor.openList('workspaceId')).toEqual(['Bakery', 'Side project']);
		await editor.pick('Bakery');
		expect(await editor.openDropdown('events')).toHaveLength(14);
		await savePageAsPicture('trigger', editor.page);
	});
});
