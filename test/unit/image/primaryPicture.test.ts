import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { burst } from '../../corpus/burst';
import { heic, phoneTile } from '../../corpus/heic';
import { countWork } from './preparationWork';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 85 };
/** Three times the memory of the codec without a picture. */
const MAX_CODEC_BYTES = 50_000_000;
const solid = async (width: number, height: number, background: string) =>
	await sharp({ create: { width, height, channels: 3, background } })
		.avif({ effort: 0 })
		.toBuffer();

describe('preparePicture', () => {
	it('uses the picture of a burst, not its smaller track', async () => {
		const file = burst(await solid(128, 96, '#c81e1e'), await solid(64, 48, '#1ec81e'));
		const { bytes, report } = await preparePicture(file, 'burst.avif', limits);
		expect(report.text).toMatch(/^128×96 AVIF.* → 128×96 JPEG.*only the first of several/);
		const { dominant } = await sharp(bytes).stats();
		expect(dominant.r).toBeGreaterThan(180);
		expect(dominant.g).toBeLessThan(60);
	});

	it('says that a sequence without a still picture is not supported', async () => {
		const file = burst(await solid(128, 96, '#c81e1e'), await solid(64, 48, '#1ec81e'), true);
		await expect(preparePicture(file, 'burst.avif', limits)).rejects.toMatchObject({
			message:
				'The picture "burst.avif" could not be prepared: it contains a sequence of pictures, but no still picture, which is not supported',
			advice: 'Save it as a PNG or JPEG, then retry.',
		});
	});

	it('prepares a HEIF whose pictures share data, such as the tiles of a gain map', async () => {
		const tile = phoneTile();
		const alone = await preparePicture(heic(tile), 'photo.heic', limits);
		const shared = await preparePicture(heic(tile, 3), 'photo.heic', limits);
		expect(shared.bytes.equals(alone.bytes)).toBe(true);
	});

	it('refuses a HEIF whose pictures share so much data that they announce far more than it has', async () => {
		const work = await countWork(async () => {
			const file = heic(phoneTile(), 2_000);
			const refusal = preparePicture(file, 'photo.heic', limits);
			await expect(refusal).rejects.toThrow('the HEIC file is damaged');
		});
		expect(work.codecBytes).toBeLessThan(MAX_CODEC_BYTES);
	});
});
