import fc from 'fast-check';

import { ByteReader } from '../../../../nodes/SocialPublishing/image/formats/binaryReader';
import { readBitmapHeader } from '../../../../nodes/SocialPublishing/image/formats/bitmap';
import { CutOffError } from '../../../../nodes/SocialPublishing/image/imageErrors';
import { text, uint16LE, uint32LE } from '../../../corpus/bytes';

interface Bitmap {
	width: number;
	height: number;
	bitsPerPixel: number;
}

const readBitmap = (bytes: Buffer) => readBitmapHeader(new ByteReader(bytes));
const signed = (value: number) => uint32LE(value >>> 0);
const file = (header: Buffer[], dataBytes: number) => {
	const information = Buffer.concat(header);
	const start = Buffer.concat([text('BM'), Buffer.alloc(8), uint32LE(14 + information.length)]);
	return Buffer.concat([start, information, Buffer.alloc(dataBytes)]);
};

const windows = ({ width, height, bitsPerPixel }: Bitmap, dataBytes: number) =>
	file(
		[
			uint32LE(40),
			signed(width),
			signed(height),
			uint16LE(1),
			uint16LE(bitsPerPixel),
			Buffer.alloc(24),
		],
		dataBytes,
	);
/** Each row ends on a multiple of four bytes. */
function dataBytesOf({ width, height, bitsPerPixel }: Bitmap): number {
	const rowBits = Math.abs(width) * bitsPerPixel;
	return (rowBits + ((32 - (rowBits % 32)) % 32)) * (Math.abs(height) / 8);
}

const length = fc.integer({ min: 1, max: 300 });
const anyDepth = fc.constantFrom(1, 4, 8, 24, 32);
const picture = fc.record({ width: length, height: length, bitsPerPixel: anyDepth });

it('readBitmapHeader reads the dimensions of a bitmap, and requires its last byte', () => {
	fc.assert(
		fc.property(picture, (bitmap) => {
			const dataBytes = dataBytesOf(bitmap);
			const { width, height } = bitmap;
			expect(readBitmap(windows(bitmap, dataBytes))).toMatchObject({ width, height });
			expect(() => readBitmap(windows(bitmap, dataBytes - 1))).toThrow(CutOffError);
		}),
	);
});

it('readBitmapHeader ignores the signs of the dimensions of a bitmap', () => {
	const bitmap = { width: -70_000, height: -2, bitsPerPixel: 1 };
	const found = readBitmap(windows(bitmap, dataBytesOf(bitmap)));
	expect(found).toMatchObject({ width: 70_000, height: 2 });
});
