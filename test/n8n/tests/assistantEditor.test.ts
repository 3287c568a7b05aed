import path from 'node:path';

import { Editor } from '../editor';
import { shareTestbed, type Testbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';
import { actionStep, chain, type Step, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');
const TOKEN_LIFETIME_MS = 60 * 60_000;
/** Long enough for the result of a run to be shown, so that no click comes before it. */
const RESULT_MS = 15_000;

describe.each([2, 1] as const)('the assistant tools in the editor of n8n %i', (version) => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed(version, { accessTokenLifeMs: TOKEN_LIFETIME_MS });
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterEach(async () => {
		await editor.screenshot(`assistant-${version}-last`);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	const openNode = async (node: Step) => {
		const workflow = chain('Assistant tools', [START, node]);
		await editor.openWorkflow(await testbed.n8n.importWorkflow(workflow));
		await editor.openNode(node.name);
	};

	it('creates a draft with the form of a tool', async () => {
		const { page } = editor;
		await openNode(actionStep({ resource: 'assistantTool', operation: 'call' }));
		expect(await editor.openDropdown('toolName')).toHaveLength(34);
		await editor.choose('create_post');
		await page.getByTestId('parameter-input-destinations').waitFor();
		await editor.screenshot(`assistant-${version}-form`);
		await editor.fill('workspace_id', testbed.workspaceId.value);
		const account_id = testbed.service.accountId('Bread on Shortpost');
		await page.getByTestId('parameter-input-destinations').locator('.cm-content').click();
		await page.keyboard.press('Control+A');
		await page.keyboard.insertText(JSON.stringify([{ account_id, text: 'From the form' }]));
		await editor.executeStep();

		const [post] = testbed.service.state.posts.values();
		expect(post).toMatchObject({
			status: 'draft',
			destinations: [{ content: { text: 'From the form' } }],
		});
	});

	it('requests OAuth 2.0 only where the service accepts it', async () => {
		await openNode(actionStep({ resource: 'assistantTool', operation: 'getAll' }));
		await editor.openDropdown('toolAuthentication');
		await editor.choose('OAuth2');
		// There is no credential of this type yet: one editor offers to connect, the other shows an empty list.
		await editor.page
			.getByRole('button', { name: /^Connect to / })
			.or(editor.page.getByPlaceholder('Select Credential'))
			.first()
			.waitFor();
		await editor.openDropdown('resource');
		await editor.choose('Workspace');
		await editor.executeStep();
		await output(editor).getByText('Bakery').first().waitFor();
	});

	it('connects in the browser, refreshes its access token, and reports revoked access', async () => {
		const { service } = testbed;
		const call = { resource: 'assistantTool', operation: 'call', toolAuthentication: 'oAuth2' };
		const parameters = { ...call, toolName: 'get_identity', argumentsInput: 'json' };
		await openNode({ ...actionStep(parameters), credentials: {} });
		await editor.connectByOAuth('mcpUrl', service.mcpUrl, async (consent) => {
			expect(await consent.locator('h1').innerText()).toBe('n8n asks for access');
			await consent.getByRole('button', { name: 'Allow' }).click();
		});
		await editor.screenshot(`assistant-${version}-connected`);

		await editor.executeStep();
		await output(editor).getByText('Ada Example').first().waitFor();

		await service.clock.advance(TOKEN_LIFETIME_MS);
		service.journal.clear();
		await execute(editor);
		const statuses = (operation?: string) =>
			service.journal.find({ path: '/mcp', operation }).map(({ status }) => status);
		await waitUntil(
			() => statuses('get_identity').length > 0,
			TIMEOUT_MS,
			'the access token to be refreshed',
		);
		expect(statuses()[0]).toBe(401);
		expect(statuses('get_identity')).toEqual([200]);

		service.revokeApplication('n8n');
		const rejection = output(editor).getByText('no longer accepts the connection').first();
		await waitUntil(
			async () => {
				// The editor ignores clicks while it still shows the last execution, and can drop the
				// result of a run that another click follows: click as a user would, by what is shown.
				await execute(editor);
				return await rejection.waitFor({ timeout: RESULT_MS }).then(
					() => true,
					() => false,
				);
			},
			TIMEOUT_MS,
			'the error of a run after the access was revoked',
		);
		expect(statuses().at(-1)).toBe(401);
		await editor.screenshot(`assistant-${version}-revoked`);
		expect(await output(editor).innerText()).toContain('connect it again');
	});
});

const output = ({ page }: Editor) => page.getByTestId('output-panel');

const execute = async ({ page }: Editor) => await page.getByTestId('node-execute-button').click();
