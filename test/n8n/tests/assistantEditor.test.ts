import path from 'node:path';

import { Editor } from '../browser';
import { waitUntil } from '../process';
import { setStage, type Stage } from '../stage';
import { actionStep, chain, type Step } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');
const LIFE_MS = 60 * 60_000;

describe.each([2, 1] as const)('the assistant tools in the editor of n8n %i', (version) => {
	let stage: Stage;
	let editor: Editor;

	beforeAll(async () => {
		stage = await setStage({ version }, { accessTokenLifeMs: LIFE_MS });
		editor = await Editor.open(stage.n8n.url, SCREENSHOT_FOLDER);
	}, 300_000);

	afterEach(async () => {
		await editor.screenshot(`assistant-${version}-last`);
	});

	afterAll(async () => {
		await editor?.close();
		await stage?.close();
	});

	const openNode = async (node: Step) => {
		const start = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} };
		const workflow = chain('Assistant tools', [start, node]);
		await editor.openWorkflow(await stage.n8n.importWorkflow(workflow));
		await editor.openNode(node.name);
	};

	it('creates a draft with the form of a tool', async () => {
		const { page } = editor;
		await openNode(actionStep({ resource: 'assistantTool', operation: 'call' }));
		expect(await editor.openDropdown('toolName')).toHaveLength(34);
		await editor.choose('create_post');
		await page.getByTestId('parameter-input-destinations').waitFor();
		await editor.screenshot(`assistant-${version}-form`);
		await editor.fill('workspace_id', stage.workspaceId.value);
		const account_id = stage.service.accountId('Bread on Shortpost');
		await page.getByTestId('parameter-input-destinations').locator('.cm-content').click();
		await page.keyboard.press('Control+A');
		await page.keyboard.insertText(JSON.stringify([{ account_id, text: 'From the form' }]));
		await editor.executeStep();

		const [post] = stage.service.state.posts.values();
		expect(post).toMatchObject({
			status: 'draft',
			destinations: [{ content: { text: 'From the form' } }],
		});
	});

	it('asks for OAuth 2.0 only where the service takes it', async () => {
		await openNode(actionStep({ resource: 'assistantTool', operation: 'getAll' }));
		await editor.openDropdown('toolAuthentication');
		await editor.choose('OAuth2');
		// No credential of this type is there yet: one editor offers to connect, the other has an empty list.
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

	it('connects in the browser, renews its access, and says when access was revoked', async () => {
		const { service } = stage;
		const call = { resource: 'assistantTool', operation: 'call', toolAuthentication: 'oAuth2' };
		const asked = { ...call, toolName: 'get_identity', argumentsInput: 'json' };
		await openNode({ ...actionStep(asked), credentials: {} });
		await editor.connectByOAuth('mcpUrl', service.mcpUrl, async (consent) => {
			expect(await consent.locator('h1').innerText()).toBe('n8n asks for access');
			await consent.getByRole('button', { name: 'Allow' }).click();
		});
		await editor.screenshot(`assistant-${version}-connected`);

		await editor.executeStep();
		await output(editor).getByText('Ada Example').first().waitFor();

		await service.clock.advance(LIFE_MS);
		service.journal.clear();
		await execute(editor);
		const statuses = () =>
			service.journal.find({ operation: 'get_identity' }).map(({ status }) => status);
		await waitUntil(() => statuses().includes(200), 20_000, 'the access to be renewed');
		expect(statuses()).toEqual([401, 200]);

		service.revokeApplication('n8n');
		const isRefused = () => statuses().at(-1) === 401;
		await waitUntil(
			async () => {
				// The editor takes no click while it still shows the last run.
				await execute(editor);
				return await waitUntil(isRefused, 2_000, 'a run').then(
					() => true,
					() => false,
				);
			},
			20_000,
			'a run after the access was revoked',
		);
		await output(editor).getByText('no longer accepts the connection').first().waitFor();
		await editor.screenshot(`assistant-${version}-revoked`);
		expect(await output(editor).innerText()).toContain('connect it again');
	});
});

const output = ({ page }: Editor) => page.getByTestId('output-panel');

const execute = async ({ page }: Editor) => await page.getByTestId('node-execute-button').click();
