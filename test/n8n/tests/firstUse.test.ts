import path from 'node:path';

import { Editor } from '../editor';
import { savePageAsPicture } from '../picture';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

describe('a new user in n8n’s editor', () => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed();
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await editor.screenshot('first-use-last');
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it('can map the fields of a post before the first run', async () => {
		const steps = [START, actionStep({ resource: 'post', operation: 'create' })];
		const edit = {
			name: 'Edit Fields',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { options: {} },
		};
		await editor.openWorkflow(await testbed.n8n.importWorkflow(chain('Mapping', [...steps, edit])));
		await editor.openNode('Edit Fields');
		const fields = editor.page.getByTestId('ndv-input-panel').getByText('published_urls');
		await fields.first().waitFor();
		const schema = await editor.page.getByTestId('ndv-input-panel').innerText();
		expect(schema).toContain('Usually outputs the following fields.');
		for (const name of ['id', 'status', 'accounts', 'error_message']) {
			expect(schema.split('\n')).toContain(name);
		}
		await savePageAsPicture('mapping', editor.page);
	});
});
