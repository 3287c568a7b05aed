import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';

const PART_SIZE_BYTES = 500;

const harness = useNodeHarness({ partSizeBytes: PART_SIZE_BYTES });

async function upload(bytes: Buffer) {
	return await harness.run(
		'media',
		'upload',
		{ options: { altText: 'A loaf of bread' } },
		{
			input: [await itemWithFile(bytes, 'bread.jpg', 'image/jpeg')],
			retryOnFail: { maxTries: 2, waitBetweenTriesMs: 1 },
		},
	);
}

describe('an upload', () => {
	it('arrives in parts, byte for byte, with its alt text', async () => {
		const bytes = await jpeg();

		const { items, error } = await upload(bytes);

		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({
			alt: 'A loaf of bread',
			preparation: { changed: false },
		});
		expect(harness.service.mediaBytes(String(items[0]?.json.id))).toEqual(bytes);
		expect(harness.journal('upload_media_part')).toHaveLength(
			Math.ceil(bytes.length / PART_SIZE_BYTES),
		);
	});

	it('continues with the missing part when n8n retries the node', async () => {
		const bytes = await jpeg();
		// More faults than a single attempt of the node retries.
		harness.service.faults.add({
			operation: 'upload_media_part',
			nth: 2,
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});

		const { items, error } = await upload(bytes);

		expect(error).toBeUndefined();
		expect(harness.service.mediaBytes(String(items[0]?.json.id))).toEqual(bytes);
		expect(harness.journal('begin_media_upload')).toHaveLength(1);
		const firstPart = harness
			.journal('upload_media_part')
			.filter(({ path }) => path.endsWith('/1'));
		expect(firstPart).toHaveLength(1);
	});

	it('is not repeated when only the readiness of the file could not be read', async () => {
		harness.service.faults.add({
			operation: 'get_media',
			times: 5,
			action: { kind: 'status', when: 'before', status: 500 },
		});

		const { items, error } = await upload(await jpeg());

		expect(error).toBeUndefined();
		expect([...harness.service.state.media.keys()]).toEqual([items[0]?.json.id]);
		expect(harness.journal('begin_media_upload')).toHaveLength(1);
	});
});
