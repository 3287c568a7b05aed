import { PictureError } from '../../../nodes/SocialPublishing/image/imageErrors';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { mutate, randomNumbers } from '../../corpus/mutate';
import { variants } from '../../corpus/variants';
import { countWork } from './preparationWork';

/** `FUZZ_FILES=2000` for the full run. */
const FILES = Number(process.env.FUZZ_FILES ?? 140);
const SEED = Number(process.env.FUZZ_SEED ?? 1);
const MAX_READS = 2_000;
const MAX_CODEC_BYTES = 50_000_000;
const LARGEST_GROWTH_BYTES = 200_000_000;

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
const kinds = [
	/^JPEG, baseline.*orientation 6.*p3/,
	/^JPEG, progressive.*orientation 1.*none/,
	/^JPEG, CMYK/,
	/^PNG, 8 bits, transparent.*orientation 6.*p3/,
	/^PNG, palette$/,
	/^WebP, lossy, transparent.*orientation 1.*p3/,
	/^WebP, lossless.*orientation 1.*none/,
	/^GIF$/,
	/^TIFF, LZW.*orientation 1.*p3/,
	/^TIFF, tiled$/,
	/^AVIF$/,
	/^BMP, from the top/,
];

it(
	`preparePicture refuses or prepares ${FILES} damaged files with little work, and frees its memory`,
	async () => {
		const random = randomNumbers(SEED);
		const sources = await Promise.all(
			variants()
				.filter(({ name }) => kinds.some((kind) => kind.test(name)))
				.map(async ({ name, make }) => ({ name, bytes: await make() })),
		);
		expect(sources).toHaveLength(kinds.length);
		for (const { bytes } of sources) await preparePicture(bytes, 'warm-up', limits);
		const before = process.memoryUsage().rss;
		const excessive: string[] = [];

		for (let index = 0; index < FILES; index++) {
			const source = sources[index % sources.length] ?? { name: '', bytes: Buffer.alloc(0) };
			const damaged = mutate(source.bytes, random);
			let error: unknown;
			const { reads, codecs, codecBytes } = await countWork(async () => {
				error = await preparePicture(damaged.bytes, 'photo.jpg', limits).then(
					() => undefined,
					(reason: unknown) => reason,
				);
			});
			const isModest = reads <= MAX_READS && codecs.length <= 1 && codecBytes <= MAX_CODEC_BYTES;
			if (!isModest) {
				const work = `${reads} reads, ${codecs.length} codecs, ${codecBytes} bytes`;
				excessive.push(`${source.name}, ${damaged.name}: ${work}`);
			}
			if (error !== undefined) {
				expect(error).toBeInstanceOf(PictureError);
				expect(error).toHaveProperty('message', expect.stringContaining('"photo.jpg"'));
			}
		}

		expect(excessive).toEqual([]);
		const good = sources[0]?.bytes ?? Buffer.alloc(0);
		await expect(preparePicture(good, 'good.jpg', limits)).resolves.toHaveProperty('mimeType');
		expect(process.memoryUsage().rss - before).toBeLessThan(LARGEST_GROWTH_BYTES);
	},
	120_000 + FILES * 10_000,
);
