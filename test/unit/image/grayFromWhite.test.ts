import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { text, uint16, uint32 } from '../../corpus/bytes';
import { HEIGHT, HIGHEST, WIDTH, gradient, grayTags, transparent } from './grayTiff';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 95 };
const TOLERANCE = 20;
const UNUSUAL = 'it is a TIFF file with an unusual kind of grayscale, which is not supported';

/** The gray at the left and at the right. */
async function ends(picture: Buffer): Promise<[number, number]> {
	const { bytes: jpeg } = await preparePicture(picture, 'scan.tif', limits);
	const gray = await sharp(jpeg).greyscale().raw().toBuffer();
	return [gray[0] ?? -1, gray[WIDTH - 1] ?? -1];
}

async function expectGradient(depth: number, isFromWhite: boolean): Promise<void> {
	const light = depth === 1 ? 255 : HIGHEST * 255;
	const [left, right] = await ends(gradient(depth, isFromWhite));
	expect(left).toBeLessThan(TOLERANCE);
	// Few bits have no gray of exactly this value.
	expect(Math.abs(right - light)).toBeLessThan(TOLERANCE + 128 / 2 ** depth);
}

it.each([1, 8, 16])(
	'preparePicture shows no negative of a TIFF whose gray of %i bits counts from white',
	async (depth) => {
		await expectGradient(depth, true);
		await expectGradient(depth, false);
	},
);

it.each([2, 3, 4, 5, 6, 7, 10, 12, 14, 32])(
	'preparePicture refuses a TIFF whose gray of %i bits counts from white, of which it would show a negative',
	async (depth) => {
		await expect(ends(gradient(depth, true))).rejects.toThrow(UNUSUAL);
		await expectGradient(depth, false);
	},
);

it.each([8, 16])(
	'preparePicture refuses a TIFF with transparency whose gray of %i bits counts from white',
	async (depth) => {
		await expect(ends(transparent(depth))).rejects.toThrow(UNUSUAL);
	},
);

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
