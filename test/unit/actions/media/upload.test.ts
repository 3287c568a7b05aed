import sharp from 'sharp';

import { jpeg } from '../../support/files';
import { itemWithFile, useNodeHarness } from '../../support/nodeHarness';

const PART_SIZE_BYTES = 500;

const harness = useNodeHarness({ partSizeBytes: PART_SIZE_BYTES });

async function upload(bytes: Buffer, name = 'bread.jpg', type = 'image/jpeg') {
	return await harness.run(
		'media',
		'upload',
		{ options: { altText: 'A loaf of bread' } },
		{
			input: [await itemWithFile(bytes, name, type)],
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

	it('says that only the first picture of an animation is used', async () => {
		const raw = { width: 40, height: 60, channels: 3, pageHeight: 30 } as const;
		const pixels = Buffer.alloc(40 * 60 * 3).fill(200, 40 * 30 * 3);
		const gif = await sharp(pixels, { raw }).gif().toBuffer();
		const { hints, error } = await upload(gif, 'dance.gif', 'image/gif');

		expect(error).toBeUndefined();
		expect(hints.map(({ message }) => message)).toContainEqual(
			expect.stringContaining(
				'"dance.gif" contains several pictures. Only the first one is used, as a still picture.',
			),
		);
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
