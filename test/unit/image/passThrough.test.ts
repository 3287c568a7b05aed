import fc from 'fast-check';
import sharp from 'sharp';

import { ByteReader } from '../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readJpegHeader } from '../../../nodes/SocialPublishing/image/formats/jpeg';
import { passThrough, stripJpeg } from '../../../nodes/SocialPublishing/image/passThrough';
import { preparePicture } from '../../../nodes/SocialPublishing/image/prepare';
import { jpegMarkers } from '../../corpus/compare';
import { insert, segment } from '../../corpus/jpegSegments';
import { scene } from '../../corpus/scene';
import { variants } from '../../corpus/variants';

const limits = { maxWidth: 2048, maxHeight: 2048, quality: 60 };
const PICTURE_MARKERS = ['e0', 'ee', 'db', 'c0', 'c2', 'c4', 'da', 'dd'];

const strip = (bytes: Buffer) => stripJpeg(bytes, readJpegHeader(new ByteReader(bytes)));
const pixels = async (bytes: Buffer) => await sharp(bytes).raw().toBuffer();
/** From the first scan to the end: the header of the scan and the entropy-coded picture. */
const scans = (bytes: Buffer) => bytes.subarray(bytes.indexOf(Buffer.from('ffda', 'hex')));
const jfif = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1');

describe.each(variants().filter(({ name }) => name.startsWith('JPEG')))(
	'$name',
	({ name, make }) => {
		it('keeps its pixels when its metadata is removed', async () => {
			const source = await make();
			const stripped = strip(source);
			const plain = await sharp(source).metadata();
			expect(jpegMarkers(stripped).filter((marker) => !PICTURE_MARKERS.includes(marker))).toEqual(
				[],
			);
			expect(await sharp(stripped).metadata()).toMatchObject({
				width: plain.width,
				height: plain.height,
				channels: plain.channels,
			});
			expect((await pixels(stripped)).equals(await pixels(withoutProfile(source)))).toBe(true);
			expect(strip(stripped).equals(stripped)).toBe(true);
		});

		it('is encoded again only if removing its metadata is not enough', async () => {
			const source = await make();
			const { bytes, report } = await preparePicture(source, 'photo.jpg', limits);
			const mustBeDecoded = /progressive|orientation [2-8]|p3|CMYK/.test(name);
			expect(report.to.quality).toBe(mustBeDecoded ? 60 : undefined);
			expect(jpegMarkers(bytes)).toEqual(expect.not.arrayContaining(['e1', 'e2', 'ed', 'fe']));
			if (mustBeDecoded) return;
			expect(scans(bytes).equals(scans(source))).toBe(true);
			const hasMetadata = jpegMarkers(source).includes('e1');
			expect(report.text).toMatch(
				hasMetadata ? /; metadata removed, not encoded again$/ : /: unchanged$/,
			);
			expect((await preparePicture(bytes, 'photo.jpg', limits)).report.changed).toBe(false);
		});
	},
);

/** Replaces the profile by a segment that decoders ignore, so that they show the stored colors. */
function withoutProfile(jpeg: Buffer): Buffer {
	const copy = Buffer.from(jpeg);
	const offset = copy.indexOf('ICC_PROFILE\0', 0, 'latin1');
	if (offset >= 0) copy.write('NO', offset, 'latin1');
	return copy;
}

describe('stripJpeg', () => {
	const content = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
	const names = [
		'',
		'Exif\0\0',
		'http://ns.adobe.com/xap/1.0/\0',
		'JFXX\0',
		'JFIF\0',
		'MPF\0',
		'Photoshop 3.0\0',
	];
	const metadata = fc
		.tuple(
			fc.constantFrom(0xe0, 0xe1, 0xe2, 0xe3, 0xeb, 0xed, 0xef, 0xfe),
			fc.constantFrom(...names),
			content,
		)
		.map(([marker, name, bytes]) =>
			segment(marker, Buffer.concat([Buffer.from(name, 'latin1'), bytes])),
		);

	it('removes any metadata without changing the picture', async () => {
		const jpeg = await (await scene(90, 60)).jpeg({ quality: 95 }).toBuffer();
		const plain = insert(jpeg, segment(0xe0, jfif));
		fc.assert(
			fc.property(fc.array(metadata, { maxLength: 6 }), content, (segments, trailer) => {
				// The JFIF segment comes first, so any other is metadata.
				const marked = insert(jpeg, segment(0xe0, jfif), ...segments);
				expect(strip(Buffer.concat([marked, trailer])).equals(plain)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it('removes metadata between scans', async () => {
		const jpeg = await (await scene(90, 60)).jpeg({ progressive: true }).toBuffer();
		const lastScan = jpeg.lastIndexOf(Buffer.from('ffda', 'hex'));
		const marked = Buffer.concat([
			jpeg.subarray(0, lastScan),
			segment(0xfe, Buffer.from('a comment')),
			jpeg.subarray(lastScan),
		]);
		expect(strip(marked).equals(jpeg)).toBe(true);
	});

	it('removes data after the fields of an Adobe segment', async () => {
		const jpeg = await (await scene(90, 60)).jpeg().toBuffer();
		const fields = Buffer.from('Adobe\0\x64\0\x01\0\x02\x01', 'latin1');
		const marked = insert(jpeg, segment(0xee, Buffer.concat([fields, Buffer.from('more')])));
		expect(strip(marked).equals(insert(jpeg, segment(0xee, fields)))).toBe(true);
	});

	it('removes the thumbnail of a JFIF segment', async () => {
		const jpeg = await (await scene(90, 60)).jpeg().toBuffer();
		const fields = Buffer.from(jfif);
		fields.set([2, 1], 12);
		const thumbnail = Buffer.alloc(6, 99);
		const marked = insert(jpeg, segment(0xe0, Buffer.concat([fields, thumbnail])));
		expect(strip(marked).equals(insert(jpeg, segment(0xe0, jfif)))).toBe(true);
	});
});

describe('a JPEG', () => {
	const make = async () => await (await scene(300, 200)).jpeg({ quality: 95 }).toBuffer();
	const prepare = async (jpeg: Buffer, more = {}) =>
		(await preparePicture(jpeg, 'photo.jpg', { ...limits, ...more })).report.to.quality;

	it('is not encoded again for its quality', async () => {
		expect(await prepare(await make())).toBeUndefined();
	});

	it('is encoded again if it exceeds the maximum width or height', async () => {
		const jpeg = await make();
		expect(await prepare(jpeg, { maxWidth: 300, maxHeight: 200 })).toBeUndefined();
		expect(await prepare(jpeg, { maxWidth: 299 })).toBe(60);
		expect(await prepare(jpeg, { maxHeight: 199 })).toBe(60);
	});

	it('is encoded again if its colors have 12 bits', async () => {
		const jpeg = await make();
		const header = readJpegHeader(new ByteReader(jpeg));
		expect(passThrough(jpeg, header, limits)).toBe(jpeg);
		expect(passThrough(jpeg, { ...header, bitsPerSample: 12 }, limits)).toBeUndefined();
	});

	it('is encoded again if it exceeds the maximum size without its metadata', async () => {
		const jpeg = await make();
		expect(await prepare(jpeg, { maxSizeBytes: jpeg.length })).toBeUndefined();
		expect(await prepare(jpeg, { maxSizeBytes: jpeg.length - 1 })).toBe(60);
		expect(
			await prepare(insert(jpeg, segment(0xfe, Buffer.alloc(9))), { maxSizeBytes: jpeg.length }),
		).toBeUndefined();
	});

	it('is encoded again if its colors are stored as RGB', async () => {
		const adobe = Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1');
		const jpeg = await make();
		expect(await prepare(insert(jpeg, segment(0xee, adobe)))).toBe(60);
		adobe[11] = 1;
		expect(await prepare(insert(jpeg, segment(0xee, adobe)))).toBeUndefined();
	});

	it('is encoded again if its orientation cannot be read', async () => {
		const exif = Buffer.from('Exif\0\0II*\0\xff\xff\0\0', 'latin1');
		expect(await prepare(insert(await make(), segment(0xe1, exif)))).toBe(60);
	});
});
