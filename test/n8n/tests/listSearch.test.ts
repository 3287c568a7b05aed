import path from 'node:path';

import { Editor } from '../editor';
import { PostMaker } from '../postMaker';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

describe.each([2, 1] as const)('a list in the editor of n8n %i', (version) => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		const limits = { credentialPerMinute: 1_000, userPerMinute: 1_000 };
		testbed = await shareTestbed(version, { limits });
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await editor.screenshot(`list-${version}-last`);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it('shows every match of a search, including matches beyond the first page', async () => {
		const texts = Array.from({ length: 250 }, (_, index) => `Bread ${index}`);
		texts[3] = 'Sourdough, old';
		texts[243] = 'Sourdough, new';
		await new PostMaker(testbed.service).saveDrafts(texts);
		const { workspaceId } = testbed;
		const steps = [START, actionStep({ resource: 'post', operation: 'get', workspaceId })];
		await editor.openWorkflow(await testbed.n8n.importWorkflow(chain('In the editor', steps)));
		await editor.openNode('Social Publishing');
		await editor.openList('postId');
		expect(await editor.searchList('Sourdough')).toEqual([
			expect.stringContaining('Sourdough, new'),
			expect.stringContaining('Sourdough, old'),
		]);
		await editor.screenshot(`list-${version}-search`);
		await editor.pick('Sourdough, old');
		await editor.executeStep();
		// The panel shows the number of items before their fields.
		const field = editor.page.getByTestId('output-panel').getByText('Sourdough, old').first();
		await field.waitFor();
		expect(await field.isVisible()).toBe(true);
	});

	it('says why it cannot be loaded, and loads again with Refresh List or when the step is opened', async () => {
		const { service, n8n } = testbed;
		const action = { kind: 'status', when: 'before', status: 401 } as const;
		const breakLists = () => {
			service.faults.add({ operation: 'list_accounts', times: 100, action });
		};
		breakLists();
		const steps = [START, actionStep({ resource: 'post', operation: 'create' })];
		await editor.openWorkflow(await n8n.importWorkflow(chain('Broken list', steps)));
		const reason = expect.stringMatching(/does not accept the API token.*Refresh List/);
		const accounts = expect.arrayContaining([expect.stringContaining('Cakes on Pagebook')]);

		await editor.openNode('Social Publishing');
		expect(await editor.openDropdown('accountIds')).toEqual([reason]);
		await editor.screenshot(`list-${version}-reason`);
		service.faults.clear();
		await editor.refreshOptions('accountIds');
		expect(await editor.openDropdown('accountIds')).toEqual(accounts);

		await editor.page.keyboard.press('Escape');
		breakLists();
		await editor.refreshOptions('accountIds');
		expect(await editor.openDropdown('accountIds')).toEqual([reason]);
		await editor.page.keyboard.press('Escape');
		service.faults.clear();
		await editor.closeNode();
		await editor.openNode('Social Publishing');
		expect(await editor.openDropdown('accountIds')).toEqual(accounts);
	});
});
