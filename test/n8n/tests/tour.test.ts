import path from 'node:path';

import { Editor } from '../editor';
import { savePageAsPicture } from '../picture';
import { expectPreparedHouse, housePictures, startSampleFeed } from '../sampleFeed';
import { startTestbed, type Testbed } from '../testbed';
import { EditorUser } from '../editorUser';
import { actionStep, chain, START } from '../workflows';

const ROOT = path.join(__dirname, '..', '..', '..');
const SCREENSHOTS = path.join(ROOT, '.cache', 'screenshots');
const NEW_POST = 'Create, publish or schedule post';
/** n8n then selects the only credential by itself. */
const UNNAMED = { credentials: {} };

/** A user who has just installed the package goes through the editor by what is on the screen. */
describe.each([
	['n8n 2', 2, 14],
	// It leaves a saved credential open.
	['n8n 1', 1, 15],
] as const)('a tour through the editor of %s', (_name, version, mostInteractions) => {
	let testbed: Testbed;
	let editor: Editor;

	const output = () => editor.page.getByTestId('output-panel');
	const posts = () => [...testbed.service.state.posts.values()];

	beforeAll(async () => {
		testbed = await startTestbed({ version });
		const { n8n, service, credential } = testbed;
		await n8n.rest.deleteCredential(credential.id);
		service.state.workspaces.delete(service.workspaceId('Side project'));
		editor = await Editor.open(n8n, SCREENSHOTS);
	});

	afterEach(async () => {
		await editor.screenshot(`tour-last-${version}`);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it('leads to a first post with a picture, from an empty workflow and without a credential', async () => {
		const { service } = testbed;
		const { webp } = await housePictures();
		const website = await startSampleFeed([{ title: 'Our house', picture: webp }]);
		const user = new EditorUser(editor, `tour-${version}-1`);
		await editor.openEmptyWorkflow();

		await user.does('click Add first step', async () => await editor.openFirstStep());
		await user.does('search, press Enter', async () => await editor.addFirstFound('social pub'));
		await user.does('open the actions', async () => await editor.openActions());
		if (version === 2) await savePageAsPicture('actions', editor.page);
		await user.does('choose the action', async () => await editor.chooseAction(NEW_POST));
		await user.does('create a credential', async () => await editor.createCredential());
		const address = service.baseUrl.replace('http://', '').replace('/api/v1', '');
		await user.does('enter the address', async () => {
			await editor.fillCredential('baseUrl', address);
		});
		await user.does('paste the token', async () => {
			await editor.fillCredential('apiToken', service.token);
		});
		await user.does('save it', async () => await editor.saveCredential());
		if (version === 1) await user.does('close it', async () => await editor.closeCredential());
		await user.does('choose the account', async () => {
			await editor.chooseOption('accountIds', 'Cakes on Pagebook');
		});
		await user.does('write the text', async () => {
			await editor.fill('text', 'Look at our new house');
		});
		await user.does('choose what to do', async () => {
			await editor.chooseOption('afterCreate', 'Publish Now');
		});
		await user.does('choose where the picture comes from', async () => {
			await editor.chooseOption('mediaSource', 'Web Address');
		});
		await user.does('enter the address of the picture', async () => {
			await editor.fill('mediaUrls', `${website.url}/0.picture`);
		});
		await user.does('execute the step', async () => await editor.executeStep());

		expect(user.interactions.length).toBeLessThanOrEqual(mostInteractions);
		await editor.closeNotifications();
		if (version === 2) await savePageAsPicture('first-post', editor.page);
		website.close();
		expect(posts()).toHaveLength(1);
		const [post] = posts();
		expect(post).toMatchObject({ text: 'Look at our new house', status: 'published' });
		const [mediaId = ''] = post?.destinations[0]?.content.media_ids ?? [];
		await expectPreparedHouse(service.mediaBytes(mediaId) ?? Buffer.alloc(0));
		const shown = await output().innerText();
		expect(shown).toContain('Published: Cakes on Pagebook (pagebook).');
		expect(shown).toContain('https://pagebook.example.com/p/');
	});

	it('shows that a draft is not published, and how to publish it', async () => {
		const step = actionStep({ resource: 'post', operation: 'create', text: 'Rolls' }, UNNAMED);
		const { n8n } = testbed;
		await editor.openWorkflow(await n8n.importWorkflow(chain('Draft', [START, step])));
		await editor.openNode(step.name);
		const user = new EditorUser(editor, `tour-${version}-draft`);
		await user.does('choose the account', async () => {
			await editor.chooseOption('accountIds', 'Cakes on Pagebook');
		});
		await user.does('execute the step', async () => await editor.executeStep());
		expect(await output().innerText()).toMatch(
			/The post is a draft\. It has not been published\. To publish it, set 'When to Publish' to 'Publish Now'\./,
		);
	});

	it('leads from an imported example to the posts of a feed, and a second run posts none', async () => {
		const feed = await startSampleFeed([{ title: 'Bread' }, { title: 'Rolls' }]);
		const before = posts().length;
		const user = new EditorUser(editor, `tour-${version}-2`);
		await editor.openEmptyWorkflow();
		await user.does('import the example', async () => {
			await editor.importFile(path.join(ROOT, 'examples', 'rss-to-post.json'));
		});
		await editor.openNode('Read Feed');
		await user.does('enter the address of the feed', async () => {
			await editor.fill('url', feed.url);
		});
		await editor.closeNode();
		await editor.openNode('Create Post');
		expect(await editor.chosenCredential()).toBe('Social Publishing account');
		await user.does('choose the account', async () => {
			await editor.chooseOption('accountIds', 'Cakes on Pagebook');
		});
		// The output has two tabs, so it shows no number of items.
		await user.does('execute the step', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await output().getByText('Published: Cakes on Pagebook').first().waitFor();
		});
		expect(posts().slice(before)).toMatchObject([
			{ text: expect.stringContaining('Rolls'), status: 'published' },
			{ text: expect.stringContaining('Bread'), status: 'published' },
		]);

		await user.does('execute the step again', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await output().getByText('Published: Cakes on Pagebook').first().waitFor({ state: 'hidden' });
			await output().getByText('Posted Before').first().waitFor();
		});
		feed.close();
		expect(posts()).toHaveLength(before + 2);
	});

	it('leads to the reason why an account failed', async () => {
		const step = actionStep({ resource: 'post', operation: 'create', text: 'Rolls' }, UNNAMED);
		await editor.openWorkflow(await testbed.n8n.importWorkflow(chain('Failure', [START, step])));
		await editor.openNode(step.name);
		const user = new EditorUser(editor, `tour-${version}-4`);
		await user.does('choose the account', async () => {
			await editor.chooseOption('accountIds', 'Always fails (pagebook)');
		});
		await user.does('choose what to do', async () => {
			await editor.chooseOption('afterCreate', 'Publish Now');
		});
		const error = output().locator('.node-error-view__header');
		await user.does('execute the step', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await error.waitFor();
		});
		expect(await error.innerText()).toMatch(/Always fails.*The platform rejected the post/s);
	});

	it('leads to the statistics of an account', async () => {
		const user = new EditorUser(editor, `tour-${version}-5`);
		await editor.openWorkflow(await testbed.n8n.importWorkflow(chain('Statistics', [START])));
		await user.does('add a step', async () => await editor.addStep());
		await user.does('search, press Enter', async () => await editor.addFirstFound('social pub'));
		await user.does('choose the action', async () => {
			await editor.chooseAction('Get statistics of account');
		});
		await user.does('choose the account', async () => {
			await editor.chooseFromList('accountId', 'Cakes on Pagebook');
		});
		await user.does('execute the step', async () => await editor.executeStep());
		const shown = await output().innerText();
		expect(shown).toContain('Cakes on Pagebook');
		expect(shown).toContain('followers');
	});

	it('leads to a trigger from an empty workflow', async () => {
		const user = new EditorUser(editor, `tour-${version}-6`);
		await editor.openEmptyWorkflow();
		await user.does('click Add first step', async () => await editor.openFirstStep());
		await user.does('search, press Enter', async () => await editor.addFirstFound('social pub'));
		await user.does('click the trigger', async () => {
			await editor.chooseAction('On new Social Publishing event');
		});
		const form = editor.parameters;
		await form.getByText('Start When').first().waitFor();
		expect(await editor.chosenCredential()).toBe('Social Publishing account');
		expect(await form.getByTestId('resource-locator-workspaceId').isVisible()).toBe(true);
	});
});
