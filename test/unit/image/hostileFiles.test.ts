import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JpegOptions } from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { scene } from '../../corpus/scene';
import { announce, blackPng, manyFrames, patch, solid, withScans } from './hostilePictures';
import { countWork, type PreparationWork } from './preparationWork';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
const MAX_READS = 2_000;
/** Three times the memory of the codec without a picture. */
const MAX_CODEC_BYTES = 50_000_000;

const tooManyPixels = /it has \d+×\d+ pixels, but the limit for this \w+ file is [\d.]+ megapixels/;
const damaged = /file is damaged/;
const cutOff = /file is cut off/;

const frame = '\xff\xc0';
type Case = [name: string, make: () => Promise<Buffer>, reason: RegExp];

const beforeDecoding: readonly Case[] = [
	[
		'a PNG of 900 megapixels in 109 KB',
		async () => await Promise.resolve(blackPng(30_000)),
		tooManyPixels,
	],
	[
		'a PNG that only announces many pixels',
		async () => patch(await solid(9, 9).png().toBuffer(), 'IHDR', 4, '0000100000001000'),
		damaged,
	],
	[
		'a JPEG that only announces many pixels',
		async () => patch(await solid(64, 64).jpeg().toBuffer(), frame, 5, 'ffdcffdc'),
		tooManyPixels,
	],
	['a JPEG of 300 scans', async () => await withScans(300, 4000, 3000), tooManyPixels],
	[
		'a JPEG of 24 megapixels in 64 scans',
		async () => await withScans(64, 6000, 4000),
		tooManyPixels,
	],
	[
		'a lossless WebP of 42 megapixels in 36 bytes',
		async () => await solid(6500, 6500).webp({ lossless: true, effort: 0 }).toBuffer(),
		tooManyPixels,
	],
	[
		'an AVIF of many frames, of which one is shown',
		async () => manyFrames(await solid(800, 600).avif({ effort: 0 }).toBuffer(), 50),
		tooManyPixels,
	],
	[
		'a PNG with rows of 700,000 pixels',
		async () => await Promise.resolve(blackPng(700_000, 100)),
		/but the limit for each side is 65535/,
	],
	[
		'a GIF with a huge canvas',
		async () => patch(await solid(9, 9).gif().toBuffer(), 'GIF8', 6, 'ffffffff'),
		tooManyPixels,
	],
	[
		'a lossless WebP of 268 megapixels',
		async () => patch(await solid(9, 9).webp({ lossless: true }).toBuffer(), 'VP8L', 9, 'ffffff0f'),
		tooManyPixels,
	],
	[
		'an AVIF that announces many pixels',
		async () => patch(await solid(64, 64).avif().toBuffer(), 'ispe', 8, '0000ffff0000ffff'),
		tooManyPixels,
	],
	[
		'an AVIF that is larger than it announces',
		async () => announce(await solid(4000, 3000).avif({ effort: 0 }).toBuffer(), 64),
		damaged,
	],
	[
		'a HEIC that is larger than it announces',
		async () => announce(await readFile(join(__dirname, '../../corpus/files/phone.heic')), 64),
		damaged,
	],
];

/** Only the codec detects these, after a part of the work. */
const whileDecoding: readonly Case[] = [
	[
		'a JPEG of many pixels with its data padded',
		async () => {
			const jpeg = patch(await solid(64, 64).jpeg().toBuffer(), frame, 5, '36b036b0');
			return Buffer.concat([jpeg.subarray(0, -2), Buffer.alloc(300_000), jpeg.subarray(-2)]);
		},
		cutOff,
	],
	[
		'a truncated JPEG that has an end marker',
		async () => {
			const jpeg = await (await scene(400, 300)).jpeg().toBuffer();
			return Buffer.concat([jpeg.subarray(0, jpeg.length / 2), jpeg.subarray(-2)]);
		},
		cutOff,
	],
];

async function refuses(bytes: Buffer, reason: RegExp): Promise<PreparationWork> {
	const work = await countWork(
		async () => await expect(preparePicture(bytes, 'bomb.jpg', limits)).rejects.toThrow(reason),
	);
	const next = await solid(9, 9).png().toBuffer();
	await expect(preparePicture(next, 'next.png', limits)).resolves.toHaveProperty('mimeType');
	return work;
}

it.each(beforeDecoding)(
	'preparePicture refuses %s before it decodes it, and prepares the next picture',
	async (_name, make, reason) => {
		const { reads, codecBytes } = await refuses(await make(), reason);
		expect(reads).toBeLessThan(MAX_READS);
		expect(codecBytes).toBeLessThan(MAX_CODEC_BYTES);
	},
);

it.each(whileDecoding)(
	'preparePicture refuses %s with little memory, and prepares the next picture',
	async (_name, make, reason) => {
		const { reads, codecs, codecBytes } = await refuses(await make(), reason);
		expect(reads).toBeLessThan(MAX_READS);
		expect(codecs).toHaveLength(1);
		expect(codecBytes).toBeLessThan(MAX_CODEC_BYTES);
	},
);

it.each<[string, number, number, JpegOptions]>([
	['', 8000, 6000, {}],
	[', progressive', 8000, 6000, { progressive: true }],
	[', progressive, in full color', 8000, 6000, { progressive: true, chromaSubsampling: '4:4:4' }],
])('preparePicture prepares a photo of 48 megapixels%s', async (_name, width, height, options) => {
	const photo = await solid(width, height).jpeg(options).toBuffer();
	await expect(preparePicture(photo, 'photo.jpg', limits)).resolves.toHaveProperty('mimeType');
});
