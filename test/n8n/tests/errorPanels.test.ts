import path from 'node:path';

import { Editor } from '../editor';
import { quotedLabels, savePicture } from '../picture';
import { shareTestbed, type Testbed } from '../testbed';
import { connectionErrors } from '../typicalErrors/connectionErrors';
import { inputErrors } from '../typicalErrors/inputErrors';
import { postErrors } from '../typicalErrors/postErrors';
import type { TypicalError } from '../typicalErrors/typicalError';
import { actionStep, chain, CREDENTIAL_TYPE, type Step, START } from '../workflows';

const SCREENSHOT_FOLDER = path.join(__dirname, '..', '..', '..', '.cache', 'screenshots');

/** Makes an item with a text file in its field `data`. */
const textFile: Step[] = [
	{
		name: 'Text',
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput: '{ "text": "This is not a picture." }', options: {} },
	},
	{
		name: 'To File',
		type: 'n8n-nodes-base.convertToFile',
		typeVersion: 1.1,
		parameters: { operation: 'toText', sourceProperty: 'text', options: {} },
	},
];

describe('the error panel of n8n’s editor', () => {
	let testbed: Testbed;
	let editor: Editor;

	beforeAll(async () => {
		testbed = await shareTestbed();
		editor = await Editor.open(testbed.n8n, SCREENSHOT_FOLDER);
	});

	afterAll(async () => {
		await editor?.close();
		await testbed?.close();
	});

	async function open({ credential, hasTextFile, name, provoke }: TypicalError): Promise<void> {
		const { n8n, service, workspaceId } = testbed;
		service.faults.clear();
		const data = {
			baseUrl: service.baseUrl,
			apiToken: service.token,
			assistantTools: true,
			mcpUrl: service.mcpUrl,
			...credential,
		};
		await n8n.createCredential(CREDENTIAL_TYPE, data, `Credential for ${name}`);
		const step = actionStep({ workspaceId, ...(await provoke(testbed)) });
		const steps = [START, ...(hasTextFile ? textFile : []), step];
		await editor.openWorkflow(await n8n.importWorkflow(chain(name, steps)));
		await editor.openNode(step.name);
	}

	/** Executes the open step, which fails, and takes a picture of the error panel. */
	async function readPanel(name: string): Promise<string> {
		await editor.page.getByTestId('node-execute-button').click();
		const panel = editor.page.getByTestId('output-panel').locator('.node-error-view__header');
		await panel.waitFor();
		const text = await panel.innerText();
		await savePicture(`errors/${name}`, await panel.screenshot(), quotedLabels(text));
		return text;
	}

	it.each(
		[...inputErrors, ...connectionErrors, ...postErrors].map((each) => [each.name, each] as const),
	)('shows what happened and what to do, for the error %s', async (name, each) => {
		await open(each);
		const text = await readPanel(name);
		expect(text).toMatch(each.message);
		expect(text).toMatch(each.advice);
		expect(text).not.toMatch(/undefined|\[object|NaN/);
		expect(text).not.toContain(testbed.service.token);
	});
});
