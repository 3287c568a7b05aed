import type { IDataObject } from 'n8n-workflow';

import { dialects } from '../../service';
import { jpeg } from '../support/files';
import { itemWithFile, NodeHarness } from '../support/nodeHarness';

const harness = new NodeHarness();

afterEach(async () => await harness.close());

async function run(toolName: string, args: IDataObject, bytes?: Buffer) {
	return await harness.run(
		'assistantTool',
		'call',
		{
			toolName,
			argumentsInput: 'json',
			toolArguments: JSON.stringify({ workspace_id: harness.workspaceId, ...args }),
		},
		bytes && { input: [await itemWithFile(bytes, 'bread.jpg', 'image/jpeg')] },
	);
}

/** Requests with a ticket. */
function transfers() {
	return harness.service.journal.find({ path: /^\/transfers\// });
}

describe.each(['first', 'second', 'third'] as const)('tickets in the %s dialect', (dialect) => {
	beforeEach(async () => {
		await harness.open({ dialect: dialects[dialect], partSizeBytes: 500 });
	});

	it('upload and download a file', async () => {
		const bytes = await jpeg();
		const up = await run('begin_media_upload', {}, bytes);
		expect(up.error).toBeUndefined();
		const media = up.items[0]?.json ?? {};
		expect(media).toMatchObject({ name: 'bread.jpg', type: 'image/jpeg' });
		expect(harness.service.mediaBytes(String(media.id))).toEqual(bytes);

		const idArgument = dialect === 'second' ? { id: media.id } : { media_id: media.id };
		const down = await run('download_media', idArgument);
		expect(down.error).toBeUndefined();
		const [item] = down.items;
		expect(item?.json).toMatchObject({ id: media.id, name: 'bread.jpg' });
		expect(item?.binary?.data).toMatchObject({ fileName: 'bread.jpg', mimeType: 'image/jpeg' });
		expect(item && (await down.binaryBytes(item, 'data'))).toEqual(bytes);
	});

	it('are sent without the token and are shown nowhere', async () => {
		const up = await run('begin_media_upload', {}, await jpeg());
		const id = String(up.items[0]?.json.id);
		const down = await run('download_media', dialect === 'second' ? { id } : { media_id: id });
		expect(transfers().length).toBeGreaterThan(2);
		for (const { headers } of transfers()) {
			expect(headers).not.toHaveProperty('authorization');
			expect(headers).toHaveProperty('service-ticket');
		}
		for (const { run: saved } of [up, down]) {
			expect(JSON.stringify(saved.data.resultData)).not.toMatch(/tkt_|\/transfers\//);
		}
	});
});

describe('a ticket', () => {
	beforeEach(async () => {
		await harness.open({ partSizeBytes: 500 });
	});

	it('that is refused is not shown in the error', async () => {
		harness.service.faults.add({
			path: /^\/transfers\//,
			action: {
				kind: 'status',
				when: 'before',
				status: 403,
				message: 'No good: /transfers/ tkt_x',
			},
			times: 9,
		});
		const { error } = await run('begin_media_upload', {}, await jpeg());
		expect(error?.message).toBe(
			'Could not upload bread.jpg: the service does not accept the ticket for the file',
		);
		expect(JSON.stringify(transfers()[0]?.headers)).not.toContain('tkt_');
	});

	it('is renewed when the node continues after 15 minutes', async () => {
		harness.service.faults.add({
			operation: 'upload_media_part',
			nth: 2,
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});
		const bytes = await jpeg();
		const first = await run('begin_media_upload', {}, bytes);
		expect(first.error?.message).toContain('the connection broke');
		const again = await harness.run(
			'assistantTool',
			'call',
			{
				toolName: 'begin_media_upload',
				argumentsInput: 'json',
				toolArguments: JSON.stringify({ workspace_id: harness.workspaceId }),
			},
			{
				executionId: first.executionId,
				input: [await itemWithFile(bytes, 'bread.jpg', 'image/jpeg')],
				cancelAfter: () => void harness.service.clock.advance(16 * 60_000),
			},
		);
		expect(again.error).toBeUndefined();
		expect(harness.service.mediaBytes(String(again.items[0]?.json.id))).toEqual(bytes);
		expect(harness.journal('begin_media_upload')).toHaveLength(2);
	});
});
