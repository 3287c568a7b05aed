import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { pngChunk, solid } from './hostilePictures';
import { countWork } from './preparationWork';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
/** Three times the memory of the codec without a picture. */
const MAX_CODEC_BYTES = 50_000_000;

it.each(['zTXt', 'iCCP'])(
	'preparePicture does not decompress a %s chunk of 300 MB',
	async (type) => {
		const png = await solid(64, 64).png().toBuffer();
		const text = Buffer.concat([
			Buffer.from('a\0\0', 'latin1'),
			deflateSync(Buffer.alloc(300_000_000)),
		]);
		const bomb = Buffer.concat([png.subarray(0, 33), pngChunk(type, text), png.subarray(33)]);
		const prepare = async () => await preparePicture(bomb, 'bomb.png', limits);
		expect((await countWork(prepare)).codecBytes).toBeLessThan(MAX_CODEC_BYTES);
	},
);

it.each(['gif', 'webp'] as const)(
	'preparePicture uses only the first frame of a long %s',
	async (format) => {
		const frames = Buffer.concat(
			Array.from({ length: 200 }, (_, index) => Buffer.alloc(200 * 100 * 3, index === 0 ? 250 : 0)),
		);
		const raw = { width: 200, height: 100 * 200, channels: 3, pageHeight: 100 } as const;
		const animation = await sharp(frames, { raw }).toFormat(format).toBuffer();
		expect((await sharp(animation).metadata()).pages).toBeGreaterThan(1);
		const { bytes } = await preparePicture(animation, 'animation', limits);
		expect(await sharp(bytes).metadata()).toMatchObject({ width: 200, height: 100 });
		expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(230);
	},
);

it('preparePicture decompresses no text of a PNG', async () => {
	const text = Buffer.concat([
		Buffer.from('a\0\0', 'latin1'),
		deflateSync(Buffer.alloc(7_000_000, 65)),
	]);
	const png = await solid(64, 64).png().toBuffer();
	const texts = Array<Buffer>(500).fill(pngChunk('zTXt', text));
	const bomb = Buffer.concat([png.subarray(0, 33), ...texts, png.subarray(33)]);
	const prepare = async () => await preparePicture(bomb, 'bomb.png', limits);
	expect((await countWork(prepare)).codecBytes).toBeLessThan(MAX_CODEC_BYTES);
});
