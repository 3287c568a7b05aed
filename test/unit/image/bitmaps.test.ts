import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import {
	BITS_1,
	BITS_4,
	BLUE,
	RED,
	SIZE,
	bitmap,
	data24,
	data32,
	indexed,
	masks,
	palette,
	type Kind,
} from './redAndBlueBitmap';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 95 };
const TOLERANCE = 12;

async function colorsOf(file: Buffer): Promise<number[][]> {
	const { bytes: jpeg } = await preparePicture(file, 'picture.bmp', limits);
	const { data } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
	return [2, SIZE - 3].map((x) => [...data.subarray((5 * SIZE + x) * 3).subarray(0, 3)]);
}

const near = (color: number[]) =>
	color.map((value) => expect.closeTo(value, -Math.log10(2 * TOLERANCE)) as number);

const USUAL = masks(0xff0000, 0xff00, 0xff);

it.each<[string, Kind]>([
	['8 bits', { bitsPerPixel: 8, more: palette(4), data: indexed }],
	['4 bits', { bitsPerPixel: 4, more: palette(4), data: BITS_4 }],
	['1 bit', { bitsPerPixel: 1, more: palette(4), data: BITS_1 }],
	['24 bits', { bitsPerPixel: 24, data: data24 }],
	['32 bits, the last 8 of them empty', { bitsPerPixel: 32, data: data32(0) }],
	['32 bits, the last 8 of them meaningless', { bitsPerPixel: 32, data: data32(90) }],
	[
		'32 bits without masks in a header that has alpha',
		{ headerBytes: 124, bitsPerPixel: 32, fields: masks(1, 2, 4, 0xff000000), data: data32(90) },
	],
	['masks after the header', { bitsPerPixel: 32, compression: 3, more: USUAL, data: data32(90) }],
	[
		'masks in the header',
		{ headerBytes: 108, bitsPerPixel: 32, compression: 3, fields: USUAL, data: data32(90) },
	],
	['a file size of the header alone', { bitsPerPixel: 32, data: data32(0), fileBytes: 54 }],
	['a file size that is too large', { bitsPerPixel: 32, data: data32(0), fileBytes: 99_999 }],
	['no file size', { bitsPerPixel: 32, data: data32(0), fileBytes: 0 }],
	['a wrong data size', { bitsPerPixel: 32, data: data32(0), dataBytes: 99_999 }],
])('preparePicture shows the colors of a BMP of the kind: %s', async (_name, kind) => {
	expect(await colorsOf(bitmap(kind))).toEqual([near(RED), near(BLUE)]);
});

const alpha = masks(0xff0000, 0xff00, 0xff, 0xff000000);
const data64 = Buffer.alloc(8 * SIZE * SIZE);

it.each<[string, Kind]>([
	['of OS/2', { headerBytes: 12, bitsPerPixel: 8, more: palette(3), data: indexed }],
	['of OS/2', { headerBytes: 64, bitsPerPixel: 8, more: palette(4), data: indexed }],
	['of OS/2', { headerBytes: 16, bitsPerPixel: 8, more: palette(4), data: indexed }],
	['whose pixels are compressed', { bitsPerPixel: 8, compression: 1, data: indexed }],
	['with 16 bits per pixel', { bitsPerPixel: 16, compression: 3, data: indexed }],
	['with 0 bits per pixel', { bitsPerPixel: 0, compression: 4, data: indexed }], // a JPEG
	['with 2 bits per pixel', { bitsPerPixel: 2, data: indexed }],
	['with 64 bits per pixel', { bitsPerPixel: 64, data: data64 }],
	[
		'with an unusual order of colors',
		{ bitsPerPixel: 32, compression: 3, more: masks(0xff, 0xff00, 0xff0000), data: data32(0) },
	],
	[
		'with transparency',
		{ headerBytes: 124, bitsPerPixel: 32, compression: 3, fields: alpha, data: data32(90) },
	],
])('preparePicture says that a BMP %s is not supported', async (reason, kind) => {
	await expect(preparePicture(bitmap(kind), 'a.bmp', limits)).rejects.toMatchObject({
		message: `The picture "a.bmp" could not be prepared: it is a BMP file ${reason}, which is not supported`,
		advice: 'Save it as a PNG or JPEG, then retry.',
	});
});
