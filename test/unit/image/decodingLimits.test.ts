import { readHeader } from '../../../nodes/SocialPublishing/image/formats/header';
import { CODEC_MEMORY_LIMIT_BYTES } from '../../../nodes/SocialPublishing/image/magickSession';
import { maxPixels } from '../../../nodes/SocialPublishing/image/decodingLimits';
import { scene } from '../../corpus/scene';

const RESERVED_BYTES = 32_000_000;
/** The bytes that each pixel may take. */
const share = (pixels: number) => (CODEC_MEMORY_LIMIT_BYTES - RESERVED_BYTES) / pixels;

it.each([
	['png', 8],
	['webp', 14],
	['gif', 6],
	['bmp', 8],
	['tiff', 8],
	['avif', 26],
	['heic', 11],
] as const)('maxPixels reserves for %s %i bytes per pixel', (kind, bytes) => {
	expect(share(maxPixels(kind, { width: 1, height: 1 }))).toBeCloseTo(bytes);
});

it('maxPixels reserves memory for a JPEG by its scans and components', async () => {
	const bytesFor = async (isProgressive: boolean, isGray: boolean) => {
		const picture = (await scene(40, 30))
			.toColourspace(isGray ? 'b-w' : 'srgb')
			.jpeg({ progressive: isProgressive });
		return share(maxPixels('jpeg', readHeader('jpeg', await picture.toBuffer())));
	};
	expect(await bytesFor(false, false)).toBeCloseTo(2);
	expect(await bytesFor(false, true)).toBeCloseTo(2);
	expect(await bytesFor(true, false)).toBeCloseTo(9);
	expect(await bytesFor(true, true)).toBeCloseTo(3);
});
