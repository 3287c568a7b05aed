import sharp from 'sharp';

import { resample } from '../../../nodes/SocialPublishing/image/resample/resample';
import { psnr } from '../../corpus/compare';
import { scene } from '../../corpus/scene';

/** The picture with the largest difference results in 47. */
const SMALLEST_PSNR = 45;

it.each([
	['RGB', 3, { isGray: false }, [10, 200, 30]],
	['RGB with an unused channel', 4, { isGray: false }, [10, 200, 30]],
	['gray', 1, { isGray: true }, [10, 10, 10]],
	['gray, half transparent', 2, { isGray: true, alphaIndex: 1 }, [63, 63, 63]],
	['RGB, mostly transparent', 4, { isGray: false, alphaIndex: 3 }, [206, 244, 210]],
])(
	'resample keeps a plain color at any size: %s',
	async (_name, bytesPerPixel, channels, expected) => {
		const [width, height] = [37, 23];
		const pixel = bytesPerPixel === 2 ? [10, 200] : [10, 200, 30, 51];
		const bytes = Uint8Array.from(
			{ length: width * height * bytesPerPixel },
			(_, index) => pixel[index % bytesPerPixel] ?? 0,
		);
		for (const [toWidth, toHeight] of [
			[37, 23],
			[20, 12],
			[5, 3],
			[1, 1],
		] as const) {
			const rgb = await resample(
				{ width, height, bytes, bytesPerPixel, ...channels },
				toWidth,
				toHeight,
			);
			expect([...rgb]).toEqual(Array.from({ length: toWidth * toHeight }, () => expected).flat());
		}
	},
);

it('resample scales a line of two pixels', async () => {
	const bytes = Uint8Array.from([0, 0, 0, 255, 255, 255]);
	const rgb = await resample({ width: 2, height: 1, bytes, bytesPerPixel: 3, isGray: false }, 1, 1);
	expect([...rgb]).toEqual([128, 128, 128]);
});

it.each([
	[300, 200, 97, 61],
	[300, 200, 299, 13],
	[301, 9, 20, 9],
	[40, 900, 40, 31],
])('resample scales %i×%i to %i×%i as sharp does', async (width, height, toWidth, toHeight) => {
	const picture = await scene(width, height);
	const bytes = await picture.clone().raw().toBuffer();
	const source = { width, height, bytes, bytesPerPixel: 3, isGray: false };
	const rgb = await resample(source, toWidth, toHeight);
	const raw = { width: toWidth, height: toHeight, channels: 3 } as const;
	const scaled = await sharp(rgb, { raw }).png().toBuffer();
	const expected = picture.resize(toWidth, toHeight, { fit: 'fill', kernel: 'lanczos3' });
	expect(await psnr(scaled, await expected.png().toBuffer())).toBeGreaterThan(SMALLEST_PSNR);
});
