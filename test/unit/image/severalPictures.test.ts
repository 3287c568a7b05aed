import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { uint32 } from '../../corpus/bytes';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
const WIDTH = 40;
const HEIGHT = 30;

/** A red frame, then green ones. */
function frames(count: number) {
	const pixels = Array.from({ length: count }, (_, index) =>
		Buffer.alloc(WIDTH * HEIGHT * 3, Buffer.from(index === 0 ? [230, 0, 0] : [0, 230, 0])),
	);
	const raw = { width: WIDTH, height: HEIGHT * count, channels: 3, pageHeight: HEIGHT } as const;
	return sharp(Buffer.concat(pixels), { raw });
}

/** A PNG that is marked as an animation. */
async function animatedPng(): Promise<Buffer> {
	const png = await frames(1).png().toBuffer();
	const chunk = Buffer.concat([uint32(8), Buffer.from('acTL'), uint32(3), uint32(0), uint32(0)]);
	return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}

/** A TIFF whose compression tag (259, one SHORT) states another number. */
async function compressedTiff(number: number): Promise<Buffer> {
	const tiff = await frames(1).tiff({ compression: 'lzw' }).toBuffer();
	const entry = tiff.indexOf(Buffer.from('030103000100000005', 'hex'));
	tiff.writeUInt16LE(number, entry + 8);
	return tiff;
}

it.each<[string, () => Promise<Buffer>]>([
	['GIF', async () => await frames(3).gif().toBuffer()],
	['WebP', async () => await frames(3).webp().toBuffer()],
	['PNG', animatedPng],
	['TIFF', async () => await frames(3).tiff({ compression: 'lzw' }).toBuffer()],
])('preparePicture uses the first picture of a %s, and reports it', async (_name, make) => {
	const { bytes, report } = await preparePicture(await make(), 'cat', limits);
	expect(report).toMatchObject({ onlyFirst: true });
	expect(report.text).toMatch(/; only the first of several pictures$/);
	const { dominant } = await sharp(bytes).stats();
	expect(dominant.r).toBeGreaterThan(200);
	expect(dominant.g).toBeLessThan(50);
});

it.each<[string, () => Promise<Buffer>]>([
	['GIF', async () => await frames(1).gif().toBuffer()],
	['WebP', async () => await frames(1).webp().toBuffer()],
	['PNG', async () => await frames(1).png().toBuffer()],
	['TIFF', async () => await frames(1).tiff().toBuffer()],
	['AVIF', async () => await frames(1).avif().toBuffer()],
])('preparePicture reports no further pictures for a %s with one', async (_name, make) => {
	const { report } = await preparePicture(await make(), 'cat', limits);
	expect(report.onlyFirst).toBe(false);
	expect(report.text).not.toContain('several');
});

it('preparePicture refuses a BigTIFF with a reason and advice', async () => {
	const tiff = await frames(1).tiff({ bigtiff: true }).toBuffer();
	await expect(preparePicture(tiff, 'cat', limits)).rejects.toMatchObject({
		message: expect.stringMatching(/it is a BigTIFF/),
		advice: expect.stringMatching(/^Save it as a plain TIFF, a PNG or a JPEG/),
	});
});

it.each([
	['LERC', 34887],
	['LZMA', 34925],
	['ZSTD', 50000],
	['WebP', 50001],
	['JPEG XL', 50002],
	['JPEG XL of DNG', 52546],
])('preparePicture says that a TIFF compressed with %s is not supported', async (_name, number) => {
	await expect(preparePicture(await compressedTiff(number), 'cat', limits)).rejects.toMatchObject({
		message: expect.stringMatching(/it is a kind of TIFF file that is not supported$/),
		advice: 'Save it as a PNG or JPEG, then retry.',
	});
});
