import sharp, { type Sharp } from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { prepareWithSharp, psnr } from '../../corpus/compare';
import { plainScene, transparentScene } from '../../corpus/scene';

const limits = { maxWidth: 900, maxHeight: 900, quality: 90 };
/** An ignored profile results in 24. */
const SMALLEST_PSNR = 33;

const p3 = (picture: Sharp) => picture.withIccProfile('p3');

it.each<[string, () => Sharp | Promise<Sharp>]>([
	['in CMYK', () => plainScene(400, 300).toColourspace('cmyk').withIccProfile('cmyk').jpeg()],
	['in Display P3', () => p3(plainScene(90, 60)).jpeg({ quality: 95 })],
	['in Display P3, of many pixels', () => p3(plainScene(900, 700)).webp({ quality: 95 })],
	['in Display P3, turned', () => p3(plainScene(90, 60).withMetadata({ orientation: 6 })).jpeg()],
	['in 16 bits', () => plainScene(400, 300).toColourspace('rgb16').png()],
	['in gray', () => plainScene(90, 60).toColourspace('b-w').png()],
	['in gray of 16 bits', () => plainScene(90, 60).toColourspace('grey16').png()],
	[
		'in gray with transparency',
		async () => (await transparentScene(90, 60)).toColourspace('b-w').png(),
	],
	['with transparency', async () => (await transparentScene(90, 60)).webp({ quality: 95 })],
	['with transparency and of the right size', async () => (await transparentScene(900, 60)).png()],
	['that is scaled', () => plainScene(1000, 1100).png()],
	[
		'that is turned and scaled',
		() => plainScene(1000, 800).withMetadata({ orientation: 8 }).jpeg(),
	],
])('preparePicture converts a picture %s as sharp does', async (_name, make) => {
	const source = await (await make()).toBuffer();
	const { bytes, report } = await preparePicture(source, 'picture', limits);
	const expected = await prepareWithSharp(source, limits);
	expect(await psnr(bytes, expected)).toBeGreaterThan(SMALLEST_PSNR);
	const { width, height } = await sharp(bytes).metadata();
	expect(report.to).toMatchObject({ width, height });
});

describe('the first frame of an animation', () => {
	/** A red frame of 20×10 pixels on a canvas of 60×40, with the frame at 30, 25. */
	const make = async () => {
		const red = sharp({ create: { width: 20, height: 10, channels: 3, background: '#f00' } });
		const gif = await red.gif().toBuffer();
		const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 20, 0, 10, 0]));
		gif.writeUInt16LE(60, 6);
		gif.writeUInt16LE(40, 8);
		gif.writeUInt16LE(30, frame + 1);
		gif.writeUInt16LE(25, frame + 3);
		return gif;
	};

	it('is placed at its position on a white canvas', async () => {
		const { bytes } = await preparePicture(await make(), 'animation.gif', limits);
		const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
		expect(info).toMatchObject({ width: 60, height: 40, channels: 3 });
		const greenAt = (x: number, y: number) => data[(y * info.width + x) * 3 + 1];
		for (const [x, y] of [
			[34, 28],
			[45, 31],
		] as const) {
			expect(greenAt(x, y)).toBeLessThan(60);
		}
		for (const [x, y] of [
			[5, 5],
			[26, 28],
			[54, 31],
			[40, 21],
			[40, 38],
		] as const) {
			expect(greenAt(x, y)).toBeGreaterThan(200);
		}
	});
});
