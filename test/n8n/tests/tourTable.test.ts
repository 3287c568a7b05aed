import path from 'node:path';

import { CALENDAR_CSV, CALENDAR_EXAMPLE } from '../calendar';
import { DataTable, type Row } from '../dataTable';
import { Editor } from '../editor';
import { EditorUser } from '../editorUser';
import { shareTestbed, type Testbed } from '../testbed';
import { TIMEOUT_MS, waitUntil } from '../waitUntil';

const ROOT = path.join(__dirname, '..', '..', '..');

/** A user who imports the example of the table, with a credential that exists. */
describe.each([
	['n8n 2', 2],
	['n8n 1', 1],
] as const)('a tour through the editor of %s with a table', (_name, version) => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed(version);
		const { n8n, service } = testbed;
		service.state.workspaces.delete(service.workspaceId('Side project'));
		editor = await Editor.open(n8n, path.join(ROOT, '.cache', 'screenshots'));
	});

	afterAll(async () => {
		await editor?.screenshot(`tour-last-${version}-table`);
		await editor?.close();
		await testbed?.close();
	});

	it('leads to the names of the accounts, then to a draft, with the only button of the canvas', async () => {
		const { n8n, service } = testbed;
		const table = await DataTable.importCsv(n8n.rest, 'Planned posts', CALENDAR_CSV);
		const user = new EditorUser(editor, version, `tour-${version}-table`);
		await editor.openEmptyWorkflow();
		const example = path.join(ROOT, 'examples', CALENDAR_EXAMPLE);
		await user.does('import the example', async () => await editor.importFile(example), 3);
		await user.does('open a step', async () => await editor.openNode('Read Rows'));
		const choose = async () => await editor.chooseFromList('dataTableId', 'Planned posts');
		await user.does('choose the table', choose, 2);
		await user.does('close the step', async () => await editor.closeNode());

		const execute = async (isDone: (row: Row) => boolean) => {
			await editor.page
				.getByTestId(/^execute-workflow-button/)
				.first()
				.click();
			const hasResult = async () => isDone((await table.rows())[0] ?? {});
			await waitUntil(hasResult, TIMEOUT_MS, 'the result in the table');
		};
		await user.does('execute the workflow', async () => {
			await execute(({ problem }) => /The accounts .* are: Bread on Shortpost/.test(problem ?? ''));
		});
		await table.update('wanted_status', 'draft', { accounts: 'Cakes on Pagebook' });
		await user.does('execute it again', async () => {
			await execute(({ status, problem }) => status === 'draft' && problem === '');
		});

		expect(user.interactions).toBe(9);
		expect([...service.state.posts.values()]).toMatchObject([
			{ text: expect.stringContaining('Our bread'), status: 'draft' },
		]);
	});
});
