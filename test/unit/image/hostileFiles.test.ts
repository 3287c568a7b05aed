import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type JpegOptions } from 'sharp';
import { onlyPicture } from '../../../nodes/SocialPublishing/image/formats/chunkedFormats';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { scene } from '../../corpus/scene';
import { countWork, type PreparationWork } from './preparationWork';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
const MOST_READS = 1_000;
/** Three times what the codec takes for no picture at all. */
const MOST_CODEC_BYTES = 50_000_000;

const solid = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: '#0a0' }, limitInputPixels: false });

/** Overwrites bytes, starting `skip` bytes after the start of a marker. */
function patch(bytes: Buffer, marker: string, skip: number, value: string): Buffer {
	const copy = Buffer.from(bytes);
	Buffer.from(value, 'hex').copy(copy, copy.indexOf(Buffer.from(marker, 'latin1')) + skip);
	return copy;
}

function pngChunk(type: string, data: Buffer): Buffer {
	const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const chunk = Buffer.alloc(typed.length + 8);
	chunk.writeUInt32BE(data.length, 0);
	typed.copy(chunk, 4);
	chunk.writeUInt32BE(crc32(typed), chunk.length - 4);
	return chunk;
}

/** Black, one bit per pixel: the most pixels per byte of a PNG. */
function blackPng(width: number, height = width): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(1, 8);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

/** A progressive JPEG with a very large number of scans. */
const manyScans = async () => await withScans(300, 4000, 3000);

/** A progressive JPEG that repeats its last scan. */
async function withScans(count: number, width: number, height: number): Promise<Buffer> {
	const jpeg = await solid(width, height).jpeg({ progressive: true }).toBuffer();
	const scans = jpeg.toString('latin1').split('\xff\xda').length - 1;
	const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
	return Buffer.concat([
		jpeg.subarray(0, -2),
		...Array<Buffer>(count - scans).fill(lastScan),
		jpeg.subarray(-2),
	]);
}

/** An AVIF whose item repeats its data, which are at the end of the file. */
function manyFrames(avif: Buffer, count: number): Buffer {
	const box = avif.indexOf('mdat') - 4;
	const data = avif.subarray(box + 8);
	const [start, length] = [Buffer.alloc(8), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	const head = Buffer.from(avif.subarray(0, box));
	head.writeUInt32BE(data.length * count, head.indexOf(length, head.indexOf('iloc')));
	start.writeUInt32BE(8 + data.length * count);
	start.write('mdat', 4, 'latin1');
	return Buffer.concat([head, start, ...Array<Buffer>(count).fill(data)]);
}

/** A HEIF file in which every picture and tile claims to have 64×64 pixels. */
function announceSmall(heif: Buffer): Buffer {
	const copy = Buffer.from(heif);
	for (let at = copy.indexOf('ispe'); at >= 0; at = copy.indexOf('ispe', at + 4)) {
		copy.writeUInt32BE(64, at + 8);
		copy.writeUInt32BE(64, at + 12);
	}
	return copy;
}

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
		damaged,
	],
	['a JPEG of 300 scans', manyScans, damaged],
	[
		'a JPEG of 12 megapixels in 64 scans',
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
		'a PNG of a single row of 70 megapixels',
		async () => await Promise.resolve(blackPng(70_000_000, 1)),
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
		async () => announceSmall(await solid(4000, 3000).avif({ effort: 0 }).toBuffer()),
		damaged,
	],
	[
		'a HEIC that is larger than it announces',
		async () => announceSmall(await readFile(join(__dirname, '../../corpus/files/phone.heic'))),
		damaged,
	],
];

/** The codec alone notices what is wrong with these, after a part of the work. */
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
		'a JPEG that ends early and pretends not to',
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
	'refuses %s from little of it, and the next picture works',
	async (_name, make, reason) => {
		const { reads, codecs } = await refuses(await make(), reason);
		expect(reads).toBeLessThan(MOST_READS);
		expect(codecs).toHaveLength(0);
	},
);

it.each(whileDecoding)(
	'refuses %s with little memory, and the next picture works',
	async (_name, make, reason) => {
		const { reads, codecs, codecBytes } = await refuses(await make(), reason);
		expect(reads).toBeLessThan(MOST_READS);
		expect(codecs).toHaveLength(1);
		expect(codecBytes).toBeLessThan(MOST_CODEC_BYTES);
	},
);

it.each(['zTXt', 'iCCP'])('is not impressed by a %s chunk that unfolds to 300 MB', async (type) => {
	const png = await solid(64, 64).png().toBuffer();
	const text = Buffer.concat([
		Buffer.from('a\0\0', 'latin1'),
		deflateSync(Buffer.alloc(300_000_000)),
	]);
	const bomb = Buffer.concat([png.subarray(0, 33), pngChunk(type, text), png.subarray(33)]);
	const prepare = async () => await preparePicture(bomb, 'bomb.png', limits);
	expect((await countWork(prepare)).codecBytes).toBeLessThan(MOST_CODEC_BYTES);
});

it.each(['gif', 'webp'] as const)('takes the first frame of a long %s only', async (format) => {
	const frames = Buffer.concat(
		Array.from({ length: 200 }, (_, index) => Buffer.alloc(200 * 100 * 3, index === 0 ? 250 : 0)),
	);
	const raw = { width: 200, height: 100 * 200, channels: 3, pageHeight: 100 } as const;
	const animation = await sharp(frames, { raw }).toFormat(format).toBuffer();
	expect((await sharp(animation).metadata()).pages).toBeGreaterThan(1);
	const { bytes } = await preparePicture(animation, 'animation', limits);
	expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 100 });
	expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(230);
});

it('unfolds none of the texts of a PNG', async () => {
	const text = Buffer.concat([
		Buffer.from('a\0\0', 'latin1'),
		deflateSync(Buffer.alloc(7_000_000)),
	]);
	const png = await solid(64, 64).png().toBuffer();
	const texts = Array<Buffer>(500).fill(pngChunk('zTXt', text));
	const bomb = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]);
	const only = onlyPicture('png', bomb);
	expect(only.length).toBeLessThanOrEqual(png.length);
	await expect(preparePicture(bomb, 'bomb.png', limits)).resolves.toHaveProperty('mimeType');
});

it.each<[string, number, number, JpegOptions]>([
	['', 8000, 6000, {}],
	[', progressive', 8000, 6000, { progressive: true }],
	[', progressive, in full color', 8000, 6000, { progressive: true, chromaSubsampling: '4:4:4' }],
])('takes a photo of 48 megapixels%s', async (_name, width, height, options) => {
	const photo = await solid(width, height).jpeg(options).toBuffer();
	await expect(preparePicture(photo, 'photo.jpg', limits)).resolves.toHaveProperty('mimeType');
});
