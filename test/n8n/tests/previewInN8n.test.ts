import path from 'node:path';

import { Editor } from '../editor';
import { startLocalServer, type LocalServer } from '../localServer';
import { savePageAsPicture } from '../picture';
import { readSampleFile, sampleFiles } from '../sampleFiles';
import { shareTestbed, type Testbed } from '../testbed';
import { actionStep, chain, START, type Step } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

const TEXT = 'Meet our new neighbors <3';

/** n8n's HTML node, which draws what it is given. */
const SHOW_CARDS: Step = {
	name: 'Show Cards',
	type: 'n8n-nodes-base.html',
	typeVersion: 1.2,
	parameters: { operation: 'generateHtmlTemplate', html: '={{ $json.html }}' },
};

const looks = [
	[2, 'light'],
	[1, 'dark'],
] as const;

describe.each(looks)('a preview in the editor of n8n %i, in a %s theme,', (version, theme) => {
	let testbed: Testbed;
	let editor: Editor;
	let pictures: LocalServer;

	beforeAll(async () => {
		const photograph = await readSampleFile(sampleFiles.photograph);
		pictures = await startLocalServer((_request, response) => {
			response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(photograph);
		});
		testbed = await shareTestbed(version);
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
		await editor.page.emulateMedia({ colorScheme: theme });
	});

	afterEach(async () => {
		await editor.screenshot(`preview-${version}`);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
		pictures?.close();
	});

	it('shows what each account gets, in a hint with the picture and as cards in n8n’s HTML node', async () => {
		const { n8n, service, workspaceId } = testbed;
		const accounts = ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
			service.accountId(name),
		);
		const preview = actionStep(
			{
				...{ resource: 'post', operation: 'preview', workspaceId, text: TEXT },
				...{
					accountIds: accounts,
					mediaSource: 'address',
					mediaUrls: `${pictures.url}/neighbors.jpg`,
				},
			},
			{ name: 'Preview' },
		);
		const workflowId = await n8n.importWorkflow(chain('Preview', [START, preview, SHOW_CARDS]));
		await editor.openWorkflow(workflowId);
		await editor.executeWorkflow();
		await editor.openNode('Preview');
		const { page } = editor;
		const hint = page
			.getByTestId('output-panel')
			.locator('.n8n-callout, [class*="callout"]')
			.first();
		await hint.waitFor();
		expect(await hint.innerText()).toContain('Bread on Shortpost');
		expect(await hint.locator(`img[src^="${pictures.url}"]`).count()).toBeGreaterThan(0);
		if (theme === 'light') await savePageAsPicture('preview', page);
		await editor.closeNode();

		await editor.openNode('Show Cards');
		const cards = page.frameLocator('iframe').locator('body');
		await cards.getByText('Cakes on Pagebook').first().waitFor();
		expect(await cards.innerText()).toContain(TEXT);
		await editor.screenshot(`preview-cards-${version}`);
	});
});
