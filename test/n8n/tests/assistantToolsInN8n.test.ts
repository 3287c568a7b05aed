import type { IDataObject } from 'n8n-workflow';

import { runOperation, type OperationInput } from '../runOperation';
import { readSampleFile, sampleFiles } from '../sampleFiles';
import { shareTestbed, type Testbed } from '../testbed';

describe.each([2, 1] as const)('the assistant tools in n8n %i', (version) => {
	let testbed: Testbed;

	beforeAll(async () => {
		testbed = await shareTestbed(version, { partSizeBytes: 16 * 1024 });
	});

	beforeEach(() => testbed.service.journal.clear());

	afterAll(async () => {
		await testbed?.close();
	});

	const callTool = async (toolName: string, args: IDataObject, input?: OperationInput) =>
		await runOperation(
			testbed.n8n,
			{
				resource: 'assistantTool',
				operation: 'call',
				toolName,
				argumentsInput: 'json',
				toolArgumentsJson: JSON.stringify({ workspace_id: testbed.workspaceId.value, ...args }),
			},
			input,
		);

	it('are listed', async () => {
		const parameters = { resource: 'assistantTool', operation: 'getAll', returnAll: true };
		const { records } = await runOperation(testbed.n8n, parameters);
		expect(records).toHaveLength(34);
		expect(records[0]).toHaveProperty('inputSchema');
	});

	it('create a post and publish its current revision', async () => {
		const destinations = [{ account_id: testbed.service.accountId('Bread on Shortpost') }];
		const created = await callTool('create_post', { text: 'By a tool', destinations });
		expect(created.records[0]).toMatchObject({ text: 'By a tool', status: 'draft' });
		const published = await callTool('publish_post', { post_id: String(created.records[0]?.id) });
		expect(published.error).toBeUndefined();
		expect(testbed.service.journal.entries.map(({ operation }) => operation)).toEqual([
			'tools/list',
			'create_post',
			'tools/list',
			'get_post',
			'publish_post',
		]);
	});

	it('transfer files with tickets that are not saved or logged', async () => {
		const { n8n, service } = testbed;
		const content = await readSampleFile(sampleFiles.photograph);
		const files = {
			data: { content: new Uint8Array(content), fileName: 'bread.jpg', mimeType: 'image/jpeg' },
		};
		const upload = await callTool('begin_media_upload', {}, { files });
		expect(upload.error).toBeUndefined();
		const id = String(upload.records[0]?.id);
		const download = await callTool('download_media', { media_id: id });
		const file = download.items[0]?.binary?.data;
		expect(file && (await n8n.rest.download(file))).toEqual(service.mediaBytes(id));

		const transfers = service.journal.find({ path: /^\/transfers\// });
		expect(transfers.length).toBeGreaterThan(1);
		expect(transfers.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
		const saved = JSON.stringify([upload.execution, download.execution]);
		expect(`${saved}${n8n.log}`).not.toMatch(/tkt_|\/transfers\//);
		expect(n8n.secretsInLog([service.token])).toEqual([]);
	});
});
