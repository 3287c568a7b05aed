import sharp from 'sharp';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { jpegMarkers, prepareWithSharp, psnr } from '../../corpus/compare';
import { variants } from '../../corpus/variants';

// Width and height differ, to detect an exchange.
const limits = { maxWidth: 130, maxHeight: 118, quality: 85 };
/** A JPEG of this quality differs from the original by about as much; an ignored profile results in 24. */
const SMALLEST_PSNR = 33;
/** JFIF, quantization and Huffman tables, baseline frame, scan: the only segments allowed in a prepared picture. */
const PLAIN_MARKERS = ['e0', 'db', 'c0', 'c4', 'da', 'dd'];

describe.each(variants())('$name', ({ extension, make, makeForSharp }) => {
	it('becomes the JPEG that sharp would make', async () => {
		const source = await make();
		const prepared = await preparePicture(source, `picture.${extension}`, limits);
		const oracle = await prepareWithSharp((await makeForSharp?.()) ?? source, limits);

		const { width, height } = await sharp(oracle).metadata();
		const result = await sharp(prepared.bytes).metadata();
		expect(result).toMatchObject({ format: 'jpeg', width, height, space: 'srgb', channels: 3 });
		expect(result).not.toHaveProperty('orientation');
		expect(jpegMarkers(prepared.bytes).filter((marker) => !PLAIN_MARKERS.includes(marker))).toEqual(
			[],
		);
		expect(prepared.report.to).toMatchObject({ width, height });
		expect(await psnr(prepared.bytes, oracle)).toBeGreaterThan(SMALLEST_PSNR);
	});
});
