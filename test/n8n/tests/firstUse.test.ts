import path from 'node:path';

import { Editor } from '../editor';
import { savePicture } from '../picture';
import { expectPreparedHouse, housePictures, startSampleFeed } from '../sampleFeed';
import { startTestbed, type Testbed } from '../testbed';
import { actionStep, chain } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };

describe('a new user in n8n’s editor', () => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await startTestbed();
		editor = await Editor.open(testbed.n8n.url, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await editor.screenshot('first-use-last');
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it('publishes a post with a picture by its address in fewer than ten interactions', async () => {
		const { n8n, service } = testbed;
		const { webp } = await housePictures();
		const website = await startSampleFeed([{ title: 'Our house', picture: webp }]);
		await editor.openWorkflow(await n8n.importWorkflow(chain('My first post', [start])));
		await editor.addStep();

		/** What the user does: each entry is one thing typed, chosen from a list or clicked. */
		const interactions: Array<[string, () => Promise<unknown>]> = [
			['search for the node and press Enter', async () => await editor.addFirstFound('social pub')],
			[
				'choose Create, publish or schedule a post',
				async () => await editor.chooseAction('Create, publish or schedule a post'),
			],
			['choose the workspace', async () => await editor.chooseFromList('workspaceId', 'Bakery')],
			[
				'choose the account',
				async () => await editor.chooseOption('accountIds', 'Cakes on Pagebook (pagebook)'),
			],
			['write the text', async () => await editor.fill('text', 'Look at our new house')],
			[
				'choose where the picture comes from',
				async () => await editor.chooseOption('mediaSource', 'Web Address'),
			],
			[
				'enter the address of the picture',
				async () => await editor.fill('mediaUrls', `${website.url}/0.picture`),
			],
			['choose to publish', async () => await editor.chooseOption('afterCreate', 'Publish Now')],
			['execute the step', async () => await editor.executeStep()],
		];
		expect(interactions.length).toBeLessThan(10);
		for (const [index, [, interact]] of interactions.entries()) {
			await interact();
			await editor.screenshot(`first-use-${index + 1}`);
			if (index === 0) await savePicture('actions', await editor.page.screenshot());
		}
		await editor.closeNotifications();
		await savePicture('first-post', await editor.page.screenshot());
		website.close();

		const [post, ...others] = service.state.posts.values();
		expect(others).toEqual([]);
		expect(post).toMatchObject({ text: 'Look at our new house', status: 'published' });
		const [mediaId = ''] = post?.destinations[0]?.content.media_ids ?? [];
		await expectPreparedHouse(service.mediaBytes(mediaId) ?? Buffer.alloc(0));
		const output = await editor.page.getByTestId('output-panel').innerText();
		expect(output).toContain('https://pagebook.example.com/p/');
	});

	it('can map the fields of a post before the first run', async () => {
		const steps = [start, actionStep({ resource: 'post', operation: 'create' })];
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
		await savePicture('mapping', await editor.page.screenshot());
	});
});
