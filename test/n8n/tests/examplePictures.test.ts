import path from 'node:path';
import type { INodeParameters } from 'n8n-workflow';

import { Editor } from '../editor';
import { exampleFiles, readExample } from '../examples';
import { savePicture } from '../picture';
import { shareTestbed, type Testbed } from '../testbed';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

/** Takes the pictures of the examples in the README. */
describe('the examples in n8n’s editor', () => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed();
		for (const type of ['smtp', 'httpBasicAuth', 'httpHeaderAuth', 'openAiApi']) {
			await testbed.n8n.createCredential(type, {});
		}
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	it.each(exampleFiles())('%s shows all its steps and a note', async (fileName) => {
		const workflow = readExample(fileName);
		workflow.nodes.forEach(({ parameters }) => fillIn(parameters, testbed));
		await editor.openWorkflow(await testbed.n8n.importWorkflow(workflow));
		const names = await editor.stepNames();
		const isNote = ({ type }: { type: string }) => type.endsWith('.stickyNote');
		expect(names.sort()).toEqual(
			workflow.nodes
				.filter((node) => !isNote(node))
				.map(({ name }) => name)
				.sort(),
		);
		expect(workflow.nodes.filter(isNote)).not.toEqual([]);
		const name = `examples/${fileName.replace('.json', '')}`;
		await savePicture(name, await editor.canvasPicture(), names);
	});
});

/** Fills in what a user chooses after the import; without that, n8n marks a step as incomplete. */
function fillIn(parameters: INodeParameters, { service, workspaceId }: Testbed): void {
	const accountId = service.accountId('Bread on Photowall');
	const isOpen = (name: string) => {
		const value = parameters[name];
		return typeof value === 'object' && value !== null && 'value' in value && value.value === '';
	};
	if (isOpen('workspaceId')) parameters.workspaceId = workspaceId;
	if (isOpen('dataTableId')) parameters.dataTableId = { ...workspaceId, value: 'posts' };
	if (Array.isArray(parameters.accountIds)) parameters.accountIds = [accountId];
	const { destination = [] } = (parameters.destinations ?? {}) as { destination?: object[] };
	for (const each of destination) Object.assign(each, { accountId });
}
