import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { bytes } from '../../corpus/bytes';
import {
	BITS_2,
	BLUE,
	HALF,
	RED,
	SIZE,
	bitmap,
	data32,
	indexed,
	masks,
	packed,
	palette,
	runs,
	type Kind,
} from './redAndBlueBitmap';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 95 };
const WHITE = [255, 255, 255];
const TOLERANCE = 12;

async function colorsOf(file: Buffer): Promise<number[][]> {
	const { bytes: jpeg } = await preparePicture(file, 'picture.bmp', limits);
	const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
	return [2, SIZE - 3].map((x) => [...data.subarray((5 * SIZE + x) * 3).subarray(0, 3)]);
}

const near = (color: number[]) =>
	color.map((value) => expect.closeTo(value, -Math.log10(2 * TOLERANCE)) as number);

it.each<[string, Kind]>([
	['OS/2, version 1', { headerBytes: 12, bitsPerPixel: 8, more: palette(3), data: indexed }],
	['OS/2, version 2', { headerBytes: 64, bitsPerPixel: 8, more: palette(4), data: indexed }],
	['OS/2, version 2, short', { headerBytes: 16, bitsPerPixel: 8, more: palette(4), data: indexed }],
	[
		'OS/2, version 2, runs of 24 bits',
		{
			headerBytes: 64,
			bitsPerPixel: 24,
			compression: 4,
			data: runs(bytes(40, 40, 200), bytes(200, 40, 40)),
		},
	],
	['2 bits', { bitsPerPixel: 2, more: palette(4), data: BITS_2 }],
	[
		'runs of 8 bits',
		{ bitsPerPixel: 8, compression: 1, more: palette(4), data: runs(bytes(0), bytes(1)) },
	],
	[
		'runs of 4 bits',
		{ bitsPerPixel: 4, compression: 2, more: palette(4), data: runs(bytes(0), bytes(0x11)) },
	],
	[
		'runs of single pixels',
		{
			bitsPerPixel: 4,
			compression: 2,
			more: palette(4),
			data: Buffer.concat(
				Array<Buffer>(SIZE).fill(bytes(0, SIZE, 0, 0, 0, 0, 0x11, 0x11, 0x11, 0x11, 0, 0)),
			),
		},
	],
	['32 bits, the last 8 of them empty', { bitsPerPixel: 32, data: data32(0) }],
	['32 bits, the last 8 of them meaningless', { bitsPerPixel: 32, data: data32(90) }],
	[
		'32 bits without masks in a header that has alpha',
		{ headerBytes: 124, bitsPerPixel: 32, fields: masks(1, 2, 4, 0xff000000), data: data32(90) },
	],
	[
		'an alpha that is empty everywhere',
		{
			headerBytes: 56,
			bitsPerPixel: 32,
			compression: 3,
			fields: masks(0xff0000, 0xff00, 0xff, 0xff000000),
			data: data32(0),
		},
	],
	[
		'masks after the header',
		{ bitsPerPixel: 32, compression: 3, more: masks(0xff0000, 0xff00, 0xff), data: data32(90) },
	],
	[
		'10 bits per color, 2 bits of alpha',
		{
			headerBytes: 108,
			bitsPerPixel: 32,
			compression: 3,
			fields: masks(0x3ff00000, 0xffc00, 0x3ff, 0xc0000000),
			data: packed([10, 10, 10, 2], [1, 1]),
		},
	],
	[
		'5 bits per color, 1 bit of alpha',
		{
			headerBytes: 56,
			bitsPerPixel: 16,
			compression: 3,
			fields: masks(0x7c00, 0x3e0, 0x1f, 0x8000),
			data: packed([5, 5, 5, 1], [1, 1]),
		},
	],
	['a file size of the header alone', { bitsPerPixel: 32, data: data32(0), fileBytes: 54 }],
	['a file size that is too large', { bitsPerPixel: 32, data: data32(0), fileBytes: 99_999 }],
	['no file size', { bitsPerPixel: 32, data: data32(0), fileBytes: 0 }],
	['a wrong data size', { bitsPerPixel: 32, data: data32(0), dataBytes: 99_999 }],
	['no start of the data', { bitsPerPixel: 32, data: data32(0), dataStart: 0 }],
])('preparePicture shows the colors of a BMP of the kind: %s', async (_name, kind) => {
	expect(await colorsOf(bitmap(kind))).toEqual([near(RED), near(BLUE)]);
});

it('preparePicture places the transparent pixels of a BMP on white', async () => {
	const transparent = {
		headerBytes: 56,
		bitsPerPixel: 16,
		compression: 3,
		fields: masks(0xf00, 0xf0, 0xf, 0xf000),
		data: packed([4, 4, 4, 4], [0, 1]),
	};
	expect(await colorsOf(bitmap(transparent))).toEqual([near(WHITE), near(BLUE)]);
	const skipped = Buffer.concat(Array<Buffer>(SIZE).fill(bytes(0, 2, HALF, 0, HALF, 1, 0, 0)));
	const withRuns = { bitsPerPixel: 8, compression: 1, more: palette(4), data: skipped };
	expect(await colorsOf(bitmap(withRuns))).toEqual([near(WHITE), near(BLUE)]);
});

it.each<[string, Kind, string]>([
	['with a JPEG', { bitsPerPixel: 0, compression: 4, data: indexed }, 'that contains a JPEG'],
	['with a PNG', { bitsPerPixel: 0, compression: 5, data: indexed }, 'that contains a PNG'],
	[
		'with Huffman compression',
		{ headerBytes: 64, bitsPerPixel: 1, compression: 3, data: indexed },
		'that has Huffman compression',
	],
	[
		'with 64 bits',
		{ bitsPerPixel: 64, data: Buffer.alloc(8 * SIZE * SIZE) },
		'with 64 bits per pixel',
	],
])('preparePicture says that a BMP %s is not supported', async (_name, kind, reason) => {
	await expect(preparePicture(bitmap(kind), 'a.bmp', limits)).rejects.toMatchObject({
		message: `The picture "a.bmp" could not be prepared: it is a BMP file ${reason}, which is not supported`,
		advice: 'Save it as a PNG or JPEG, then retry.',
	});
});

it('preparePicture reports a BMP whose runs end early as cut off', async () => {
	const data = runs(bytes(0), bytes(1)).subarray(0, -40);
	const cut = bitmap({ bitsPerPixel: 8, compression: 1, more: palette(4), data });
	await expect(preparePicture(cut, 'a.bmp', limits)).rejects.toThrow('the BMP file is cut off');
});

it('preparePicture ignores runs outside of a BMP', async () => {
	const outside = Buffer.alloc(2_000, bytes(255, 1));
	const data = Buffer.concat([
		bytes(HALF, 0, HALF, 1),
		outside,
		bytes(0, 0),
		runs(bytes(0), bytes(1)),
	]);
	const wide = bitmap({ bitsPerPixel: 8, compression: 1, more: palette(4), data });
	expect(await colorsOf(wide)).toEqual([near(RED), near(BLUE)]);
});
