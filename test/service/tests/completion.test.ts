import sharp from 'sharp';

import { readJpeg } from '../media/jpeg';
import { Client, data, refusal, useClient } from './client';
import { jpeg, mp4 } from './mediaFiles';

const client = useClient({ partSizeBytes: 256 });

const complete = async (path: string, parts: unknown) =>
	await client.send('POST', `${path}/complete`, { body: { parts } });

describe('completion', () => {
	const image = 'image/jpeg';
	const video = 'video/mp4';
	const picture = async () => await jpeg().toBuffer();
	const refused: Array<[string, string, () => Promise<Buffer>, string]> = [
		[
			'EXIF',
			'metadata',
			async () =>
				await jpeg()
					.withExif({ IFD0: { Artist: 'x' } })
					.toBuffer(),
			image,
		],
		['an ICC profile', 'metadata', async () => await jpeg().withIccProfile('p3').toBuffer(), image],
		['XMP', 'metadata', async () => await jpeg().withXmp('<x:xmpmeta/>').toBuffer(), image],
		['a comment', 'metadata', async () => insert(await picture(), 0xfe, 'baker'), image],
		['IPTC', 'metadata', async () => insert(await picture(), 0xed, 'Photoshop 3.0\0x'), image],
		['a PNG', 'type', async () => await jpeg().png().toBuffer(), image],
		['a truncated picture', 'type', async () => (await picture()).subarray(0, -40), image],
		[
			'bytes after the end',
			'type',
			async () => Buffer.concat([await picture(), Buffer.of(1)]),
			image,
		],
		['CMYK', 'type', async () => await jpeg().toColourspace('cmyk').toBuffer(), image],
		[
			'a picture that is too wide',
			'dimensions',
			async () => await jpeg(2049, 10).toBuffer(),
			image,
		],
		['other video than H.264', 'type', async () => await Promise.resolve(mp4('hvc1')), video],
		['a picture as video', 'type', picture, video],
		['a truncated video', 'type', async () => await Promise.resolve(mp4().subarray(0, -1)), video],
	];

	test.each(refused)('refuses %s and removes the item', async (_name, field, make, type) => {
		const { path, parts } = await client.upload(await make(), type);
		const answer = await complete(path, parts);
		expect(refusal(answer)).toEqual([422, 'media_invalid']);
		expect(answer.body.error?.details).toMatchObject([{ field }]);
		expect(refusal(await client.get(path))).toEqual([404, 'not_found']);
	});

	test('refuses a file of another size than announced', async () => {
		const bytes = await picture();
		const { path, parts } = await client.upload(bytes, 'image/jpeg', bytes.length + 1);
		expect(refusal(await complete(path, parts))).toEqual([422, 'media_invalid']);
		expect((await client.get(path)).status).toBe(404);
	});

	test('refuses a file that exceeds the storage allowance', async () => {
		const other = new Client();
		await other.open({ storageLimitBytes: 500 });
		try {
			await other.media(await picture());
			const { path, parts } = await other.upload(await picture());
			const answer = await other.send('POST', `${path}/complete`, { body: { parts } });
			expect(answer.body.error?.details).toEqual([
				{ field: 'size', message: 'is over the storage allowance' },
			]);
		} finally {
			await other.close();
		}
	});

	test('accepts progressive and greyscale pictures and H.264 video', async () => {
		await client.media(await jpeg().jpeg({ progressive: true }).toBuffer());
		await client.media(await jpeg().greyscale().toBuffer());
		await client.media(mp4(), 'video/mp4');
		const items = data(await client.get(`${client.workspace()}/media`)).items;
		expect(items.map((item) => [item['type'], item['status'], item['width']])).toEqual([
			['video/mp4', 'ready', 320],
			['image/jpeg', 'ready', 40],
			['image/jpeg', 'ready', 40],
		]);
	});
});

/** Inserts a segment after the start of a JPEG. */
function insert(bytes: Buffer, marker: number, content: string): Buffer {
	const segment = Buffer.from([0xff, marker, 0, content.length + 2]);
	return Buffer.concat([bytes.subarray(0, 2), segment, Buffer.from(content), bytes.subarray(2)]);
}

test.each([
	{ progressive: false, restart: false },
	{ progressive: true, restart: false },
])('the service reads the dimensions that sharp has written (%j)', async ({ progressive }) => {
	const noise = Buffer.from(Array.from({ length: 97 * 61 * 3 }, (_, i) => (i * 2654435761) % 256));
	const bytes = await sharp(noise, { raw: { width: 97, height: 61, channels: 3 } })
		.jpeg({ progressive, quality: 95 })
		.toBuffer();
	expect(readJpeg(bytes)).toEqual({ width: 97, height: 61, components: 3, metadata: [] });
});
