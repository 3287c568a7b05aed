import { deflateSync, crc32 } from 'node:zlib';

import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { bytes, text, uint16, uint16LE, uint32, uint32LE } from '../../corpus/bytes';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 95 };
const WIDTH = 32;
const HEIGHT = 8;
const HIGHEST = 0.9;
const TOLERANCE = 20;

/** A TIFF with one strip. The tags have numbers of two bytes. */
function tiff(tags: Array<[tag: number, ...values: number[]]>, data: Buffer): Buffer {
	let outside = Buffer.alloc(0);
	const entries = tags.map(([tag, ...values]) => {
		const content = Buffer.concat(values.map(uint16LE));
		const isInside = content.length <= 4;
		const stored = isInside
			? Buffer.concat([content, Buffer.alloc(4)]).subarray(0, 4)
			: uint32LE(8 + data.length + outside.length);
		if (!isInside) outside = Buffer.concat([outside, content]);
		return Buffer.concat([uint16LE(tag), uint16LE(3), uint32LE(values.length), stored]);
	});
	const start = 8 + data.length + outside.length;
	return Buffer.concat([
		text('II*\0'),
		uint32LE(start),
		data,
		outside,
		uint16LE(entries.length),
		...entries,
		uint32LE(0),
	]);
}

/** Numbers of any depth, in rows that end on a whole byte. Those of 16, 24 and 32 bits are little-endian. */
function pack(values: number[], depth: number): Buffer {
	if (depth > 8 && depth % 8 === 0) {
		return Buffer.concat(values.map((value) => uint32LE(value).subarray(0, depth / 8)));
	}
	const bits = values.map((value) => value.toString(2).padStart(depth, '0')).join('');
	const octets = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
	return Buffer.from(octets.map((octet) => parseInt(octet, 2)));
}

/** From black on the left to light gray on the right, counted from black or from white. */
function gradient(depth: number, isFromWhite: boolean): Buffer {
	const most = 2 ** depth - 1;
	const row = Array.from({ length: WIDTH }, (_, x) => {
		const value = Math.round((most * HIGHEST * x) / (WIDTH - 1));
		return isFromWhite ? most - value : value;
	});
	const data = Buffer.concat(Array<Buffer>(HEIGHT).fill(pack(row, depth)));
	return tiff(grayTags(depth, isFromWhite ? 0 : 1, data.length), data);
}

const grayTags = (
	depth: number,
	interpretation: number,
	length: number,
): Array<[number, ...number[]]> => [
	[256, WIDTH],
	[257, HEIGHT],
	[258, depth],
	[259, 1],
	[262, interpretation],
	[273, 8],
	[277, 1],
	[278, HEIGHT],
	[279, length],
];

/** The gray at the left and at the right. */
async function ends(picture: Buffer): Promise<[number, number]> {
	const { bytes: jpeg } = await preparePicture(picture, 'scan.tif', limits);
	const gray = await sharp(jpeg).greyscale().raw().toBuffer();
	return [gray[0] ?? -1, gray[WIDTH - 1] ?? -1];
}

it.each([1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 32])(
	'preparePicture shows no negative of a TIFF whose gray of %i bits counts from white',
	async (depth) => {
		const light = depth === 1 ? 255 : HIGHEST * 255;
		for (const isFromWhite of [true, false]) {
			const [left, right] = await ends(gradient(depth, isFromWhite));
			expect(left).toBeLessThan(TOLERANCE);
			// Few bits have no gray of exactly this value.
			expect(Math.abs(right - light)).toBeLessThan(TOLERANCE + 128 / 2 ** depth);
		}
	},
);

/** Black, and half transparent at the right. The gray counts from white. */
function transparent(depth: number): Buffer {
	const most = 2 ** depth - 1;
	const row = Array.from({ length: WIDTH }, (_, x) => [most, x < WIDTH / 2 ? most : most >>> 1]);
	const data = Buffer.concat(Array<Buffer>(HEIGHT).fill(pack(row.flat(), depth)));
	const tags = grayTags(depth, 0, data.length).map(([tag, ...values]): [number, ...number[]] => {
		if (tag === 258) return [tag, depth, depth];
		return tag === 277 ? [tag, 2] : [tag, ...values];
	});
	return tiff([...tags, [338, 2]], data);
}

it('preparePicture keeps the transparency of a TIFF whose gray counts from white', async () => {
	const [left, right] = await ends(transparent(8));
	expect(left).toBeLessThan(TOLERANCE);
	expect(Math.abs(right - 128)).toBeLessThan(TOLERANCE);
});

it('preparePicture shows no negative of a big-endian TIFF', async () => {
	const [values, header] = [Array.from({ length: WIDTH }, (_, x) => 255 - 7 * x), text('MM\0*')];
	const data = Buffer.concat(Array<Buffer>(HEIGHT).fill(Buffer.from(values)));
	const tags = grayTags(8, 0, data.length).map(([tag, value = 0]) =>
		Buffer.concat([uint16(tag), uint16(3), uint32(1), uint16(value), uint16(0)]),
	);
	const start = uint32(8 + data.length);
	const [left, right] = await ends(
		Buffer.concat([header, start, data, uint16(tags.length), ...tags, uint32(0)]),
	);
	expect(left).toBeLessThan(TOLERANCE);
	expect(right).toBeGreaterThan(7 * (WIDTH - 1) - TOLERANCE);
});

function largePalette(): Buffer {
	const data = Buffer.concat(Array<Buffer>(HEIGHT * WIDTH).fill(uint16LE(300)));
	const tags = grayTags(16, 3, data.length);
	return tiff([...tags, [320, ...Array<number>(3 * 1024).fill(500)]], data);
}

function transparentPng(colorType: 0 | 2): Buffer {
	const chunk = (type: string, content: Buffer) => {
		const checked = Buffer.concat([text(type), content]);
		return Buffer.concat([uint32(content.length), checked, uint32(crc32(checked))]);
	};
	const samples = colorType === 0 ? 1 : 3;
	const color = Buffer.concat(Array<Buffer>(samples).fill(uint16(0x1234)));
	const row = Buffer.concat([bytes(0), ...Array<Buffer>(WIDTH).fill(color)]);
	return Buffer.concat([
		bytes(0x89),
		text('PNG\r\n\x1a\n'),
		chunk('IHDR', Buffer.concat([uint32(WIDTH), uint32(HEIGHT), bytes(16, colorType, 0, 0, 0)])),
		chunk('tRNS', color),
		chunk('IDAT', deflateSync(Buffer.concat(Array<Buffer>(HEIGHT).fill(row)))),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

const noise = () => sharp({ create: { width: 160, height: 96, channels: 3, background: '#369' } });

/** An AVIF with a property that selects the first of several layers, or the second operating point. */
async function layeredAvif(type: string, ...content: number[]): Promise<Buffer> {
	const avif = await noise().avif({ effort: 0 }).toBuffer();
	const property = avif.indexOf(text('pixi'));
	avif.write(type, property, 'latin1');
	avif.set(content, property + 4);
	return avif;
}

/** An AVIF whose `meta` box comes last and does not state its length. */
async function openAvif(): Promise<Buffer> {
	const avif = await noise().avif({ effort: 0 }).toBuffer();
	avif.writeUInt32BE(0, avif.indexOf(text('meta')) - 4);
	return avif;
}

it.each<[string, () => Promise<Buffer> | Buffer, string, RegExp]>([
	[
		'a TIFF with a palette of 16 bits',
		largePalette,
		'it is a TIFF file with a palette of more than 8 bits',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF with WebP compression',
		async () => await noise().tiff({ compression: 'webp' }).toBuffer(),
		'it is a TIFF file compressed with WebP',
		/^Save it as a TIFF with LZW/,
	],
	[
		'a TIFF with CMYK tiles in JPEG',
		async () =>
			await noise()
				.toColourspace('cmyk')
				.tiff({ compression: 'jpeg', tile: true, tileWidth: 64, tileHeight: 64 })
				.toBuffer(),
		'it is a kind of TIFF file that',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a gray PNG of 16 bits with a transparent color',
		() => transparentPng(0),
		'it is a PNG file with 16 bits per color and a transparent color',
		/^Save it with 8 bits per color/,
	],
	[
		'a PNG of 16 bits with a transparent color',
		() => transparentPng(2),
		'it is a PNG file with 16 bits per color and a transparent color',
		/^Save it with 8 bits per color/,
	],
	[
		'a layer of an AVIF',
		async () => await layeredAvif('lsel', 0, 0),
		'the picture is one of several layers in the file',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a layer at another operating point of an AVIF',
		async () => await layeredAvif('a1op', 1),
		'the picture is one of several layers in the file',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF of 24 bits',
		() => gradient(24, true),
		'it is a TIFF file with 24 bits per color',
		/^Save it as a PNG or JPEG/,
	],
	[
		'a TIFF of one bit with transparency',
		() => transparent(1),
		'it is a TIFF file with one bit per color and transparency',
		/^Save it as a PNG or JPEG/,
	],
	[
		'an AVIF of unstated length',
		openAvif,
		'it is a kind of AVIF file that',
		/^Save it as a PNG or JPEG/,
	],
])('preparePicture says that %s is not supported', async (_name, make, reason, advice) => {
	await expect(preparePicture(await make(), 'a', limits)).rejects.toMatchObject({
		message: expect.stringMatching(new RegExp(`could not be prepared: ${reason}.* not supported$`)),
		advice: expect.stringMatching(advice),
	});
});
