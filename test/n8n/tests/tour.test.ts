import path from 'node:path';

import { CALENDAR_CSV, CALENDAR_EXAMPLE } from '../calendar';
import { DataTable } from '../dataTable';
import { Editor } from '../editor';
import { savePageAsPicture } from '../picture';
import {
	expectPreparedHouse,
	housePictures,
	startSampleFeed,
	type SampleFeed,
} from '../sampleFeed';
import { startTestbed, type Testbed } from '../testbed';
import { EditorUser } from '../editorUser';
import type { HostVersion } from '../install';

const SCREENSHOTS = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');
const NEW_POST = 'Create, publish or schedule post';
/**
 * The most clicks, fields typed into and scrolls of a scene, from an n8n without workflows and credentials. n8n 1 takes two
 * more for each new credential: one to choose it from a list, and one to close it.
 */
const most = (interactions: number, version: HostVersion) =>
	version === 1 ? interactions + 2 : interactions;

/** A user who has just installed the package goes through the editor by what is on the screen. */
describe.each([2, 1] as const)('a tour through the editor of n8n %i', (version) => {
	let testbed: Testbed;
	let editor: Editor;
	let website: SampleFeed | undefined;

	const output = () => editor.page.getByTestId('output-panel');
	/** n8n draws the output a moment after it has said that the step is done. */
	const showsInOutput = async (text: string) => await output().getByText(text).first().waitFor();
	const posts = () => [...testbed.service.state.posts.values()];
	const newUser = (name: string) => new EditorUser(editor, version, `tour-${version}-${name}`);

	beforeAll(async () => {
		testbed = await startTestbed({ version, env: { N8N_DISABLE_UI: 'false' } });
		const { n8n, service } = testbed;
		service.state.workspaces.delete(service.workspaceId('Side project'));
		editor = await Editor.open(n8n, SCREENSHOTS);
	});

	beforeEach(async () => {
		const { rest } = testbed.n8n;
		const credentials = await rest.request<Array<{ id: string }>>('GET', '/credentials');
		for (const { id } of credentials) await rest.deleteCredential(id);
	});

	afterEach(async () => {
		website?.close();
		const title = expect.getState().currentTestName?.replace(/\W+/g, '-').slice(-50) ?? '';
		await editor.screenshot(`tour-last-${version}-${title}`);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it('leads to a first post with a picture', async () => {
		const { service } = testbed;
		const { webp } = await housePictures();
		const feed = await startSampleFeed([{ title: 'Our house', picture: webp }]);
		website = feed;
		const user = newUser('post');
		await user.addsAction(NEW_POST, async () => {
			if (version === 2) await savePageAsPicture('actions', editor.page);
		});
		await user.connects(service);
		await user.chooses('accountIds', 'Cakes on Pagebook');
		await user.types('text', 'Look at our new house');
		await user.chooses('afterCreate', 'Publish Now');
		await user.chooses('mediaSource', 'Web Address');
		await user.types('mediaUrls', `${feed.url}/0.picture`);
		await user.does('execute the step', async () => await editor.executeStep());

		expect(user.interactions).toBeLessThanOrEqual(most(17, version));
		await editor.closeNotifications();
		if (version === 2) await savePageAsPicture('first-post', editor.page);
		expect(posts()).toHaveLength(1);
		const [post] = posts();
		expect(post).toMatchObject({ text: 'Look at our new house', status: 'published' });
		const [mediaId = ''] = post?.destinations[0]?.content.media_ids ?? [];
		await expectPreparedHouse(service.mediaBytes(mediaId) ?? Buffer.alloc(0));
		await showsInOutput('Published: Cakes on Pagebook (pagebook).');
		await showsInOutput('https://pagebook.example.com/p/');
	});

	it('shows that a draft is not published, and how to publish it', async () => {
		const user = newUser('draft');
		await user.addsAction(NEW_POST);
		await user.connects(testbed.service);
		await user.chooses('accountIds', 'Cakes on Pagebook');
		await user.types('text', 'Rolls');
		await user.does('execute the step', async () => await editor.executeStep());
		expect(user.interactions).toBeLessThanOrEqual(most(12, version));
		await showsInOutput(
			"The post is a draft. It has not been published. To publish it, set 'When to Publish' to 'Publish Now'.",
		);
	});

	it('leads from an imported example to the posts of a feed, and a second run posts none', async () => {
		const feed = await startSampleFeed([{ title: 'Bread' }, { title: 'Rolls' }]);
		website = feed;
		const before = posts().length;
		const user = newUser('feed');
		await user.imports('rss-to-post.json');
		await user.opens('Read Feed');
		await user.types('url', feed.url);
		await user.closesStep();
		await user.opens('Create Post');
		await user.connects(testbed.service);
		await user.chooses('accountIds', 'Cakes on Pagebook');
		// The output has two tabs, so it shows no number of items.
		await user.does('execute the step', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await showsInOutput('Published: Cakes on Pagebook');
		});
		expect(posts().slice(before)).toMatchObject([
			{ text: expect.stringContaining('Rolls'), status: 'published' },
			{ text: expect.stringContaining('Bread'), status: 'published' },
		]);

		await user.does('execute the step again', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await output().getByText('Published: Cakes on Pagebook').first().waitFor({ state: 'hidden' });
			await showsInOutput('Posted Before');
		});
		expect(user.interactions).toBeLessThanOrEqual(most(15, version));
		expect(posts()).toHaveLength(before + 2);
	});

	it('leads from an imported table to the names of the accounts, and then to a draft', async () => {
		const table = await DataTable.importCsv(testbed.n8n.rest, 'Planned posts', CALENDAR_CSV);
		const before = posts().length;
		const user = newUser('table');
		await user.imports(CALENDAR_EXAMPLE);
		await user.saves();
		await user.opens('Create or Update Post');
		await user.connects(testbed.service);
		await user.closesStep();
		await user.opens('Read Rows');
		await user.picks('dataTableId', 'Planned posts');
		await user.closesStep();

		const execute = async () => {
			await user.does('execute the workflow', async () => await editor.executeWorkflow());
			return (await table.rows())[0];
		};
		const { problem } = (await execute()) ?? {};
		expect(problem).toMatch(/The accounts .* are: .*Cakes on Pagebook/);
		await table.update('wanted_status', 'draft', { accounts: 'Cakes on Pagebook' });
		expect(await execute()).toMatchObject({ status: 'draft', problem: '' });
		// n8n 1 also has to be told to save.
		expect(user.interactions).toBeLessThanOrEqual(most(15, version) + (version === 1 ? 1 : 0));
		expect(posts().slice(before)).toMatchObject([
			{ text: expect.stringContaining('Our bread'), status: 'draft' },
		]);
	});

	it('leads to the reason why an account failed', async () => {
		const user = newUser('failure');
		await user.addsAction(NEW_POST);
		await user.connects(testbed.service);
		await user.chooses('accountIds', 'Always fails (pagebook)');
		await user.types('text', 'Rolls');
		await user.chooses('afterCreate', 'Publish Now');
		const error = output().locator('.node-error-view__header');
		await user.does('execute the step', async () => {
			await editor.page.getByTestId('node-execute-button').click();
			await error.waitFor();
		});
		expect(user.interactions).toBeLessThanOrEqual(most(14, version));
		expect(await error.innerText()).toMatch(/Always fails.*The platform rejected the post/s);
	});

	it('leads to the statistics of an account', async () => {
		const user = newUser('statistics');
		await user.addsAction('Get account statistics');
		await user.connects(testbed.service);
		await user.picks('accountId', 'Cakes on Pagebook');
		await user.does('execute the step', async () => await editor.executeStep());
		expect(user.interactions).toBeLessThanOrEqual(most(12, version));
		await showsInOutput('Cakes on Pagebook');
		await showsInOutput('followers');
	});

	it('leads to a trigger from an empty workflow', async () => {
		const user = newUser('trigger');
		await user.addsTrigger('On new Social Publishing event');
		await user.connects(testbed.service);
		const form = editor.parameters;
		await form.getByText('Start When').first().waitFor();
		expect(user.interactions).toBeLessThanOrEqual(most(7, version));
		expect(await editor.chosenCredential()).toBe('Social Publishing account');
		expect(await form.getByTestId('resource-locator-workspaceId').isVisible()).toBe(true);
	});
});
