import path from 'node:path';

import { Editor } from '../browser';
import { setStage, type Stage } from '../stage';
import { actionStep, chain, triggerStep } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

describe("n8n's editor in a browser", () => {
	let stage: Stage;
	let editor: Editor;

	beforeAll(async () => {
		stage = await setStage();
		editor = await Editor.open(stage.n8n.url, SCREENSHOT_FOLDER);
	}, 300_000);

	afterEach(async () => {
		await editor.screenshot('last');
	});

	afterAll(async () => {
		await editor?.close();
		await stage?.close();
	});

	const openWorkflow = async (...steps: Parameters<typeof chain>[1]) => {
		await editor.openWorkflow(await stage.n8n.importWorkflow(chain('In the editor', steps)));
	};

	const manualTrigger = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

	it('lists both nodes in the panel', async () => {
		await openWorkflow(manualTrigger);
		expect(await editor.searchNodes('Social Publishing')).toContain('Social Publishing');
		await editor.openFoundNode('Social Publishing');
		await editor.screenshot('panel');
		expect(await editor.panelText()).toMatch(/Create a post[^]*Triggers \(14\)/);
	});

	it('creates a post from what the lists offer', async () => {
		await openWorkflow(manualTrigger, actionStep({ resource: 'post', operation: 'create' }));
		await editor.openNode('Social Publishing');
		expect(await editor.openList('workspaceId')).toEqual(['Bakery', 'Side project']);
		await editor.screenshot('workspaces');
		await editor.pick('Bakery');

		const accounts = await editor.openDropdown('accountIds');
		expect(accounts).toContain('Cakes on Pagebook (pagebook)');
		await editor.screenshot('accounts');
		await editor.choose('Cakes on Pagebook');
		await editor.fill('text', 'Written in the editor');
		await editor.executeStep();
		await editor.screenshot('created');

		expect([...stage.service.state.posts.values()]).toEqual([
			expect.objectContaining({ text: 'Written in the editor', status: 'draft' }),
		]);
	});

	it('offers the workspaces and the kinds of events in the trigger', async () => {
		await openWorkflow(triggerStep({}));
		await editor.openNode('Social Publishing Trigger');
		expect(await editor.openList('workspaceId')).toEqual(['Bakery', 'Side project']);
		await editor.pick('Bakery');
		expect(await editor.openDropdown('events')).toHaveLength(14);
		await editor.screenshot('trigger');
	});
});
