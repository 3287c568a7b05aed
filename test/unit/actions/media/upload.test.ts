import { jpeg } from '../../support/files';
import { itemWithFile, openStudio, type Studio } from '../../support/nodeHarness';

const PART_SIZE_BYTES = 500;

let studio: Studio;

beforeEach(async () => {
	studio = await openStudio({ partSizeBytes: PART_SIZE_BYTES });
});
afterEach(async () => await studio.close());

async function upload(bytes: Buffer) {
	return await studio.run(
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
		expect(studio.service.mediaBytes(String(items[0]?.json.id))).toEqual(bytes);
		expect(studio.journal('upload_media_part')).toHaveLength(
			Math.ceil(bytes.length / PART_SIZE_BYTES),
		);
	});

	it('goes on with the missing part when the node is tried again', async () => {
		const bytes = await jpeg();
		// More faults than one try repeats a part.
		studio.service.faults.add({
			operation: 'upload_media_part',
			nth: 2,
			times: 5,
			action: { kind: 'drop', when: 'before' },
		});

		const { items, error } = await upload(bytes);

		expect(error).toBeUndefined();
		expect(studio.service.mediaBytes(String(items[0]?.json.id))).toEqual(bytes);
		expect(studio.journal('begin_media_upload')).toHaveLength(1);
		const firstPart = studio.journal('upload_media_part').filter(({ path }) => path.endsWith('/1'));
		expect(firstPart).toHaveLength(1);
	});
});
