import fc from 'fast-check';

import { readHeader } from '../../../../nodes/SocialPublishing/image/formats/header';
import { CutOffError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { text, uint16LE, uint32LE } from '../../../corpus/bytes';

interface Bitmap {
	width: number;
	height: number;
	bitsPerPixel: number;
	compression?: number;
}

const UNCOMPRESSED = [0, 3, 6];
/** Runs of pixels: the method, and the bits of a pixel. */
const COMPRESSED = [
	[1, 8],
	[2, 4],
];

const signed = (value: number) => uint32LE(value >>> 0);
const file = (header: Buffer[], dataBytes: number) => {
	const information = Buffer.concat(header);
	const start = Buffer.concat([text('BM'), Buffer.alloc(8), uint32LE(14 + information.length)]);
	return Buffer.concat([start, information, Buffer.alloc(dataBytes)]);
};

/** The version of Windows. */
const windows = ({ width, height, bitsPerPixel, compression = 0 }: Bitmap, dataBytes: number) =>
	file(
		[
			uint32LE(40),
			signed(width),
			signed(height),
			uint16LE(1),
			uint16LE(bitsPerPixel),
			uint32LE(compression),
			Buffer.alloc(20),
		],
		dataBytes,
	);
/** The first version, of OS/2. */
const os2 = ({ width, height, bitsPerPixel }: Bitmap, dataBytes: number) =>
	file([uint32LE(12), ...[width, height, 1, bitsPerPixel].map(uint16LE)], dataBytes);

/** Each row ends on a multiple of four bytes. */
function dataBytesOf({ width, height, bitsPerPixel }: Bitmap): number {
	const rowBits = Math.abs(width) * bitsPerPixel;
	return (rowBits + ((32 - (rowBits % 32)) % 32)) * (Math.abs(height) / 8);
}

const length = fc.integer({ min: 1, max: 300 });
const anyDepth = fc.constantFrom(1, 4, 8, 16, 24, 32);
const picture = fc.record({ width: length, height: length, bitsPerPixel: anyDepth });

it.each([
	['Windows', windows],
	['OS/2', os2],
])('readHeader reads the dimensions of a bitmap, and requires its last byte: %s', (_name, make) => {
	fc.assert(
		fc.property(picture, (bitmap) => {
			const dataBytes = dataBytesOf(bitmap);
			const { width, height } = bitmap;
			expect(readHeader('bmp', make(bitmap, dataBytes))).toMatchObject({ width, height });
			expect(() => readHeader('bmp', make(bitmap, dataBytes - 1))).toThrow(CutOffError);
		}),
	);
});

it('readHeader ignores the signs of the dimensions of a bitmap', () => {
	const bitmap = { width: -70_000, height: -2, bitsPerPixel: 1 };
	const found = readHeader('bmp', windows(bitmap, dataBytesOf(bitmap)));
	expect(found).toMatchObject({ width: 70_000, height: 2 });
});

it.each(UNCOMPRESSED)(
	'readHeader requires all the data of an uncompressed bitmap: method %i',
	(compression) => {
		const bitmap = { width: 100, height: 100, bitsPerPixel: 24, compression };
		expect(() => readHeader('bmp', windows(bitmap, 30_000))).not.toThrow();
		expect(() => readHeader('bmp', windows(bitmap, 29_999))).toThrow(CutOffError);
	},
);

it.each(COMPRESSED)(
	'readHeader accepts less data for a compressed bitmap: method %i',
	(compression, bitsPerPixel) => {
		const bitmap = { width: 100, height: 100, bitsPerPixel, compression };
		expect(readHeader('bmp', windows(bitmap, 10))).toMatchObject({ width: 100, height: 100 });
	},
);
