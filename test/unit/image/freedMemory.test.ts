import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { countWork } from './preparationWork';

const limits = { maxWidth: 200, maxHeight: 180, quality: 85 };
/** Of 15 megapixels, in red, green and blue. */
const LARGE_PICTURE_BYTES = 45_000_000;

it('preparePicture frees the memory of large pictures', async () => {
	const create = { width: 5000, height: 3000, channels: 3, background: '#0a0' } as const;
	const large = await sharp({ create }).webp({ lossless: true, effort: 0 }).toBuffer();
	const prepareFour = async () => {
		for (let count = 0; count < 4; count++) await preparePicture(large, 'large.webp', limits);
	};
	await prepareFour();
	await collectGarbage();
	const before = process.memoryUsage().arrayBuffers;

	const { codecs, codecBytes } = await countWork(prepareFour);
	expect(codecs).toHaveLength(4);
	expect(codecBytes).toBeGreaterThan(4 * LARGE_PICTURE_BYTES);
	await collectGarbage();
	expect(codecs.filter((codec) => codec.deref() !== undefined)).toHaveLength(0);
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(LARGE_PICTURE_BYTES);
});

async function collectGarbage(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect: unknown = runInNewContext('gc');
	if (typeof collect !== 'function')
		throw new Error('Node.js does not offer its garbage collector');
	// Recently used objects are freed in the next round of the event loop.
	for (let round = 0; round < 3; round++) {
		await new Promise((resolve) => setImmediate(resolve));
		collect();
	}
}
