import type { IDataObject } from 'n8n-workflow';

import { wasUploadedInParts, auditRequests } from '../requestAudit';
import { runOperation, type OperationInput } from '../runOperation';
import { readSampleFile, sampleFiles } from '../sampleFiles';
import { shareTestbed, type Testbed } from '../testbed';

const PART_SIZE_BYTES = 16 * 1024;

describe.each([2, 1] as const)('publishing in n8n %i', (version) => {
	let testbed: Testbed;
	let photograph: Buffer;
	let cameraPhotograph: Buffer;

	beforeAll(async () => {
		photograph = await readSampleFile(sampleFiles.photograph);
		cameraPhotograph = await readSampleFile(sampleFiles.cameraPhotograph);
		testbed = await shareTestbed(version, { partSizeBytes: PART_SIZE_BYTES });
	});

	beforeEach(() => testbed.service.journal.clear());

	afterAll(async () => {
		await testbed?.close();
	});

	it('starts with a credential test that accepts a valid token and refuses a wrong one', async () => {
		const { n8n, service } = testbed;
		const { baseUrl } = service;
		const test = async (apiToken: string) => {
			const data = { baseUrl, apiToken };
			const { id } = await n8n.rest.createCredential('Tested', 'socialPublishingApi', data);
			return await n8n.rest.testCredential(id);
		};

		expect(await test(service.token)).toMatchObject({ status: 'OK' });
		expect(await test('wrong')).toMatchObject({
			status: 'Error',
			message: expect.stringMatching(/token/i),
		});
	});

	it('publishes a post with a picture from the input item and waits for the outcome', async () => {
		const { n8n, service } = testbed;
		const { records, error } = await runOperation(
			n8n,
			publishTo(testbed, 'Bread on Photowall', {
				mediaSource: 'input',
				binaryPropertyNames: 'picture',
			}),
			{ body: { text: 'Fresh from the oven' }, files: jpeg(photograph) },
		);

		expect(error).toBeUndefined();
		expect(records).toEqual([
			expect.objectContaining({
				text: 'Fresh from the oven',
				status: 'published',
				published_urls: [expect.stringMatching(/^https:/)],
				etag: expect.stringMatching(/^".+"$/),
			}),
		]);
		const [media] = uploadedMedia(testbed);
		expect(
			media && wasUploadedInParts(service.journal.entries, media, photograph, PART_SIZE_BYTES),
		).toBe(true);
		const operations = service.journal.entries.map(({ operation }) => operation);
		expect([...new Set(operations)]).toEqual([
			'list_accounts',
			'get_capabilities',
			'begin_media_upload',
			'upload_media_part',
			'complete_media_upload',
			'get_media',
			'validate_post',
			'create_post',
			'publish_post',
			'get_post',
		]);
		expect(service.journal.count({ operation: 'upload_media_part' })).toBe(3);
		expect(auditRequests(service.journal.entries)).toEqual([]);
	});

	it('prepares an original camera photograph for the service', async () => {
		const { n8n, service, workspaceId } = testbed;
		const { records, error } = await runOperation(
			n8n,
			{ resource: 'media', operation: 'upload', workspaceId, binaryPropertyName: 'picture' },
			{ files: jpeg(cameraPhotograph) },
		);

		expect(error).toBeUndefined();
		const stored = service.mediaBytes(String(records[0]?.id));
		expect(stored?.includes('Exif')).toBe(false);
		expect(cameraPhotograph.includes('Exif')).toBe(true);
	});

	it('reports why an account failed, and still processes the other items', async () => {
		const { n8n } = testbed;
		const failed = await runOperation(n8n, publishTo(testbed, 'Always fails'), {
			body: { text: 'Nobody will see this' },
		});
		expect(failed.status).toBe(500);
		expect(`${failed.error?.message} ${failed.error?.description}`).toMatch(
			/The platform rejected the post/,
		);

		const { status, records } = await runOperation(
			n8n,
			{ ...publishTo(testbed, 'Cakes on Pagebook'), text: '={{ $json.text }}' },
			{
				items: [{ text: 'First' }, { text: '' }, { text: 'Third' }],
				settings: { onError: 'continueRegularOutput' },
			},
		);
		expect(status).toBe(200);
		expect(records).toEqual([
			expect.objectContaining({ text: 'First', status: 'published' }),
			expect.objectContaining({ error: expect.any(String), status: null }),
			expect.objectContaining({ text: 'Third', status: 'published' }),
		]);
	});

	it('also schedules a post', async () => {
		const { n8n } = testbed;
		const { records } = await runOperation(
			n8n,
			{
				...publishTo(testbed, 'Cakes on Pagebook'),
				afterCreate: 'schedule',
				scheduledAt: '={{ $now.plus({ days: 1 }) }}',
				timezone: 'Europe/Berlin',
			},
			{ body: { text: 'Tomorrow' } },
		);
		expect(records).toEqual([
			expect.objectContaining({ status: 'scheduled', scheduled_at: expect.any(String) }),
		]);
	});

	it('never writes the token into the log', () => {
		expect(testbed.n8n.secretsInLog([testbed.service.token])).toEqual([]);
	});

	it('refuses a text with a column that the item does not have, and accepts one with an empty column', async () => {
		const { n8n, service } = testbed;
		const publish = async (text: string, body: IDataObject) =>
			await runOperation(n8n, publishTo(testbed, 'Bread on Shortpost', { text }), { body });
		const text = '=New: {{ $json.body.titel }} by {{ $json.body.author }}';
		const { error } = await publish(text, { title: 'Rolls', author: 'Ada' });
		expect(error?.message).toBe("A part of 'Text' has no value");
		expect(error?.description).toContain('{{ $json.body.titel }}');
		expect(service.journal.count({ operation: 'create_post' })).toBe(0);

		const { records } = await publish(text, { titel: '', author: 'Ada' });
		expect(records).toMatchObject([{ text: 'New:  by Ada', status: 'published' }]);
	});
});

function jpeg(content: Buffer): OperationInput['files'] {
	const picture = { content: Uint8Array.from(content), fileName: 'p.jpg', mimeType: 'image/jpeg' };
	return { picture };
}

function publishTo({ service, workspaceId }: Testbed, account: string, more = {}) {
	return {
		resource: 'post',
		operation: 'create',
		workspaceId,
		text: '={{ $json.body.text }}',
		destinationInput: 'accounts',
		accountIds: [service.accountId(account)],
		afterCreate: 'publish',
		...more,
	};
}

/** The ids of the uploaded media, from the requests that completed them. */
function uploadedMedia({ service }: Testbed): string[] {
	return service.journal
		.find({ operation: 'complete_media_upload' })
		.map(({ path }) => decodeURIComponent(path.split('/').at(-2) ?? ''));
}
