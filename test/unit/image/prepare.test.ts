import sharp from 'sharp';
import { PictureError } from '../../../nodes/SocialPublishing/image/imageErrors';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { mp4 } from '../../corpus/mp4';
import { scene, transparentScene } from '../../corpus/scene';

const limits = { maxWidth: 400, maxHeight: 400, quality: 85 };

it('preparePicture reports its changes', async () => {
	const png = await (await transparentScene(1600, 1200)).png().toBuffer();
	const { fileName, mimeType, bytes, report } = await preparePicture(png, 'logo.PNG', limits);
	expect(report.text).toMatch(/^1600×1200 PNG, \d\.\d MB → 400×300 JPEG, \d+ KB$/);
	expect(report).toMatchObject({
		from: { format: 'PNG', width: 1600, height: 1200, sizeBytes: png.length },
		to: { format: 'JPEG', width: 400, height: 300, sizeBytes: bytes.length, quality: 85 },
		changed: true,
	});
	expect({ fileName, mimeType }).toEqual({ fileName: 'logo.jpg', mimeType: 'image/jpeg' });
});

it('preparePicture reports the dimensions of a rotated photo as displayed', async () => {
	const photo = await (await scene(800, 600)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
	const { report } = await preparePicture(photo, 'photo.jpg', limits);
	expect(report.from).toMatchObject({ width: 600, height: 800 });
	expect(report.to).toMatchObject({ width: 300, height: 400 });
});

it.each([
	['photo.heic', 'photo.jpg'],
	['archive.tar.gz', 'archive.tar.jpg'],
	['no extension', 'no extension.jpg'],
	['C:\\pictures\\cat.png', 'cat.jpg'],
	['', 'picture.jpg'],
	['.png', 'picture.jpg'],
])('preparePicture turns the file name "%s" into "%s"', async (name, expected) => {
	const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
		.png()
		.toBuffer();
	expect((await preparePicture(png, name, limits)).fileName).toBe(expected);
});

it('preparePicture never enlarges a picture', async () => {
	const png = await (await scene(123, 45)).png().toBuffer();
	const { bytes } = await preparePicture(png, 'small.png', limits);
	expect(await sharp(bytes).metadata()).toMatchObject({ width: 123, height: 45 });
});

it.each([
	[4032, 3024, 1080, 1080, 1080, 810],
	[1000, 1, 100, 100, 100, 1],
	[1, 3000, 400, 400, 1, 400],
	[1333, 1000, 999, 999, 999, 749],
	[2048, 2048, 2047, 5000, 2047, 2047],
])(
	'preparePicture fits %i×%i into %i×%i as %i×%i',
	async (width, height, maxWidth, maxHeight, toWidth, toHeight) => {
		for (const format of ['jpeg', 'png'] as const) {
			const source = await sharp({ create: { width, height, channels: 3, background: '#369' } })
				.toFormat(format)
				.toBuffer();
			const { bytes } = await preparePicture(source, 'picture', {
				maxWidth,
				maxHeight,
				quality: 85,
			});
			expect(await sharp(bytes).metadata()).toMatchObject({ width: toWidth, height: toHeight });
		}
	},
);

describe('preparePicture, with a size limit,', () => {
	it('lowers the quality within bounds and reports it', async () => {
		const png = await (await scene(800, 800)).png().toBuffer();
		const free = await preparePicture(png, 'a.png', limits);
		const maxSizeBytes = Math.floor(free.bytes.length * 0.7);
		const { bytes, report } = await preparePicture(png, 'a.png', { ...limits, maxSizeBytes });
		expect(bytes.length).toBeLessThanOrEqual(maxSizeBytes);
		expect(report.to.quality).toBeLessThan(85);
		expect(report.text).toContain(`quality lowered from 85 to ${report.to.quality} to stay within`);
	});

	it('keeps the quality of a picture that just meets the limit', async () => {
		const png = await (await scene(80, 80)).png().toBuffer();
		const { bytes } = await preparePicture(png, 'a.png', limits);
		const prepared = await preparePicture(png, 'a.png', { ...limits, maxSizeBytes: bytes.length });
		expect(prepared.report.to).toMatchObject({ quality: 85, sizeBytes: bytes.length });
		expect(prepared.report.text).not.toContain('quality');
	});

	it('fails if no quality meets the limit', async () => {
		const png = await (await scene(800, 800)).png().toBuffer();
		await expect(
			preparePicture(png, 'a.png', { ...limits, maxSizeBytes: 2000 }),
		).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The picture "a\.png" could not be prepared: even at quality 45 it is \d+ KB, but the service accepts at most 2 KB$/,
			),
			advice: 'Make it smaller, then retry.',
		});
	});
});

it.each([
	['damaged', async () => await Promise.resolve(Buffer.from('no profile at all'.repeat(20)))],
	[
		'meant for CMYK',
		async () => {
			const cmyk = await (await scene(9, 9))
				.toColourspace('cmyk')
				.withIccProfile('cmyk')
				.tiff()
				.toBuffer();
			return (await sharp(cmyk).metadata()).icc ?? Buffer.alloc(0);
		},
	],
])('preparePicture ignores a profile that is %s', async (_name, makeProfile) => {
	const profile = (await makeProfile()).subarray(0, 60_000);
	const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\x01\x01', 'latin1');
	head.writeUInt16BE(head.length - 2 + profile.length, 2);
	const plain = await (await scene(900, 600)).jpeg({ quality: 95 }).toBuffer();
	const photo = Buffer.concat([plain.subarray(0, 2), head, profile, plain.subarray(2)]);
	const [{ bytes }, expected] = [
		await preparePicture(photo, 'photo.jpg', limits),
		await preparePicture(plain, 'photo.jpg', limits),
	];
	expect(bytes.equals(expected.bytes)).toBe(true);
});

it('preparePicture detects the format by content, not by name', async () => {
	const webP = await (await scene(100, 100)).webp().toBuffer();
	expect((await preparePicture(webP, 'photo.png', limits)).report.from.format).toBe('WebP');
});

it.each([
	['text', Buffer.from('<html>not found</html>'), 'its content is not a picture in a known format'],
	['nothing', Buffer.alloc(0), 'the file is empty'],
	['a video', mp4(), 'it is a video'],
	['a video in another format', Buffer.from('1a45dfa3934282', 'hex'), 'it is a video'],
])('preparePicture refuses %s', async (_name, bytes, reason) => {
	const attempt = preparePicture(bytes, 'photo.jpg', limits);
	await expect(attempt).rejects.toThrow(PictureError);
	await expect(attempt).rejects.toThrow(`The picture "photo.jpg" could not be prepared: ${reason}`);
});

it('preparePicture refuses a truncated JPEG that has an end marker', async () => {
	const jpeg = await (await scene(400, 300)).jpeg().toBuffer();
	const part = Buffer.concat([jpeg.subarray(0, jpeg.length / 2), jpeg.subarray(-2)]);
	await expect(preparePicture(part, 'photo.jpg', { ...limits, maxWidth: 99 })).rejects.toThrow(
		'the JPEG file is cut off',
	);
});

it('preparePicture can be called for several pictures at the same time', async () => {
	const sources = await Promise.all(
		[500, 600, 700].map(async (width) => await (await scene(width, 500)).png().toBuffer()),
	);
	const prepared = await Promise.all(
		sources.map(async (bytes) => await preparePicture(bytes, 'a.png', limits)),
	);
	expect(prepared.map(({ report }) => report.to.height)).toEqual([400, 333, 286]);
});
