import sharp from 'sharp';

import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { jpegMarkers } from '../../corpus/compare';
import { insert, segment } from '../../corpus/jpegSegments';
import { scene } from '../../corpus/scene';
import { variants } from '../../corpus/variants';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 60 };
const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');
const make = async () => await (await scene(300, 200)).jpeg({ quality: 95 }).toBuffer();

/** Whether a JPEG is not encoded again. */
async function isUnchanged(jpeg: Buffer, more = {}): Promise<boolean> {
	const { bytes, report } = await preparePicture(jpeg, 'photo.jpg', { ...limits, ...more });
	expect(report.to.quality).toBe(report.changed ? 60 : undefined);
	expect(report.text.endsWith(': unchanged')).toBe(!report.changed);
	expect(bytes.equals(jpeg)).toBe(!report.changed);
	return !report.changed;
}

it.each(variants().filter(({ name }) => name.startsWith('JPEG')))(
	'preparePicture encodes $name again only if it has metadata or cannot be published as it is',
	async ({ name, make: makeVariant }) => {
		const source = await makeVariant();
		const isPlain = jpegMarkers(source).every((marker) => !/^(e[1-f]|fe|c[12])$/.test(marker));
		expect(await isUnchanged(source)).toBe(isPlain && !name.includes('CMYK'));
		const { bytes } = await preparePicture(source, 'photo.jpg', limits);
		expect(jpegMarkers(bytes)).toEqual(expect.not.arrayContaining(['e1', 'e2', 'ed', 'fe']));
		expect(await isUnchanged(bytes)).toBe(true);
	},
);

describe('a JPEG', () => {
	it('is not encoded again for its quality', async () => {
		expect(await isUnchanged(await make())).toBe(true);
	});

	it('is encoded again if it exceeds the maximum width or height', async () => {
		const jpeg = await make();
		expect(await isUnchanged(jpeg, { maxWidth: 300, maxHeight: 200 })).toBe(true);
		expect(await isUnchanged(jpeg, { maxWidth: 299 })).toBe(false);
		expect(await isUnchanged(jpeg, { maxHeight: 199 })).toBe(false);
	});

	it('is encoded again if it exceeds the maximum size', async () => {
		const jpeg = await make();
		expect(await isUnchanged(jpeg, { maxSizeBytes: jpeg.length })).toBe(true);
		expect(await isUnchanged(jpeg, { maxSizeBytes: jpeg.length - 1 })).toBe(false);
	});

	it('is encoded again if its colors may be stored as RGB', async () => {
		const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1');
		expect(await isUnchanged(insert(await make(), segment(0xee, adobe)))).toBe(false);
	});

	it('is encoded again if it has one color', async () => {
		const gray = await (await scene(300, 200)).toColourspace('b-w').jpeg().toBuffer();
		expect((await sharp(gray).metadata()).channels).toBe(1);
		expect(await isUnchanged(gray)).toBe(false);
	});

	it('is not encoded again for a JFIF segment', async () => {
		expect(await isUnchanged(insert(await make(), segment(0xe0, jfif)))).toBe(true);
	});

	it.each([0xe0, 0xe1, 0xe2, 0xe3, 0xeb, 0xed, 0xef, 0xfe])(
		'is encoded again if it has a segment %i of metadata',
		async (marker) => {
			const jpeg = await make();
			const texts = [
				'',
				'Exif\0\0',
				'JFXX\0',
				'MPF\0',
				'a text of 14 by',
				`${jfif.toString()}more`,
			];
			for (const text of texts) {
				expect(await isUnchanged(insert(jpeg, segment(marker, Buffer.from(text))))).toBe(false);
			}
		},
	);

	it('is encoded again if there are data after its end, or between its segments', async () => {
		const jpeg = await make();
		const hidden = Buffer.from('somebody');
		const tables = jpeg.indexOf(Buffer.from('ffc4', 'hex'));
		expect(await isUnchanged(Buffer.concat([jpeg, hidden]))).toBe(false);
		expect(
			await isUnchanged(Buffer.concat([jpeg.subarray(0, tables), hidden, jpeg.subarray(tables)])),
		).toBe(false);
		expect(
			await isUnchanged(Buffer.concat([jpeg.subarray(0, -2), hidden, jpeg.subarray(-2)])),
		).toBe(false);
	});
});
