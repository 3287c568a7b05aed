import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JpegOptions } from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { uint16, uint16LE } from '../../corpus/bytes';
import { bitmap } from '../../corpus/bitmap';
import { grayTags, tiff } from './grayTiff';
import { announce, blackPng, patch, solid, withScans } from './hostilePictures';
import { countWork } from './preparationWork';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
/** Three times the memory of the codec without a picture. */
const MAX_CODEC_BYTES = 50_000_000;

/** The side of a square with slightly more megapixels. */
const above = (megapixels: number) => Math.ceil(Math.sqrt(megapixels * 1e6)) + 1;
const squareOf = (side: number, number: (value: number) => Buffer) =>
	Buffer.concat([number(side), number(side)]).toString('hex');

const jpeg = async (megapixels: number, options: JpegOptions) =>
	patch(
		await solid(64, 64).jpeg(options).toBuffer(),
		options.progressive ? '\xff\xc2' : '\xff\xc0',
		5,
		squareOf(above(megapixels), uint16),
	);

/** Of one bit per pixel. */
function blackBitmap(side: number): Buffer {
	const file = bitmap({ width: 1, height: 1, pixels: Buffer.alloc(3) });
	file.writeInt32LE(side, 18);
	file.writeInt32LE(side, 22);
	file.writeUInt16LE(1, 28);
	return Buffer.concat([file, Buffer.alloc((side * side) / 7)]);
}

it.each<[string, number, () => Promise<Buffer> | Buffer]>([
	['JPEG', 300, async () => await jpeg(300, {})],
	['JPEG', 66, async () => await jpeg(66, { progressive: true })],
	['JPEG', 15.6, async () => await withScans(64, 4000, 4000)],
	['PNG', 50, () => blackPng(above(50))],
	['WebP', 28, async () => await solid(5300, 5300).webp({ lossless: true, effort: 0 }).toBuffer()],
	[
		'GIF',
		50,
		async () => patch(await solid(9, 9).gif().toBuffer(), 'GIF8', 6, squareOf(above(50), uint16LE)),
	],
	['BMP', 50, () => blackBitmap(above(50))],
	[
		'TIFF',
		50,
		() =>
			tiff(
				grayTags(1, 1, 9).map(([tag, ...values]) =>
					tag === 256 || tag === 257 ? [tag, above(50)] : [tag, ...values],
				),
				Buffer.alloc(9),
			),
	],
	['AVIF', 8, async () => announce(await solid(64, 64).avif().toBuffer(), above(8))],
	[
		'HEIC',
		50,
		async () =>
			announce(await readFile(join(__dirname, '../../corpus/files/phone.heic')), above(50)),
	],
])('preparePicture refuses a %s of more than %d megapixels', async (format, megapixels, make) => {
	const file = await make();
	const reason = `but the limit for this ${format} file is ${megapixels} megapixels`;
	const { codecBytes } = await countWork(
		async () => await expect(preparePicture(file, 'large', limits)).rejects.toThrow(reason),
	);
	expect(codecBytes).toBeLessThan(MAX_CODEC_BYTES);
});

it('preparePicture says that a picture takes too much memory', async () => {
	const png = solid(7000, 7000).ensureAlpha(0.5).toColourspace('rgb16');
	const file = await png.png({ progressive: true, compressionLevel: 1 }).toBuffer();
	await expect(preparePicture(file, 'large', limits)).rejects.toMatchObject({
		message: 'The picture "large" could not be prepared: it would take too much memory',
		advice: 'Make it smaller, then retry.',
	});
});

it('preparePicture advises to save a JPEG without several scans, if it has them', async () => {
	const adviceFor = async (file: Buffer) =>
		await preparePicture(file, 'large', limits).catch((error: unknown) => error);
	expect(await adviceFor(await jpeg(300, {}))).toHaveProperty(
		'advice',
		'Make it smaller, then retry.',
	);
	expect(await adviceFor(await jpeg(70, { progressive: true }))).toHaveProperty(
		'advice',
		'Make it smaller, or save it as a JPEG that is not progressive, then retry.',
	);
});
