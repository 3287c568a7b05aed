import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
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
function blackPng(side: number): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(side, 0);
	header.writeUInt32BE(side, 4);
	header.writeUInt8(1, 8);
	return Buffer.concat([
		Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
		pngChunk('IHDR', header),
		pngChunk('IDAT', deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)))),
		pngChunk('IEND', Buffer.alloc(0)),
	]);
}

/** A progressive JPEG with a very large number of scans. */
async function manyScans(): Promise<Buffer> {
	const jpeg = await solid(4000, 3000).jpeg({ progressive: true }).toBuffer();
	const lastScan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from('ffda', 'hex')), -2);
	return Buffer.concat([
		jpeg.subarray(0, -2),
		...Array<Buffer>(300).fill(lastScan),
		jpeg.subarray(-2),
	]);
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

const tooManyPixels =
	/it has \d+×\d+ pixels, and at most \d+ megapixels are possible for this \w+ file/;
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
