import { bytes, text, uint16LE, uint32LE } from '../../corpus/bytes';

/** BMP files of many kinds that show the same picture: the left half is red, the right half blue. */

export const SIZE = 16;
export const HALF = SIZE / 2;
export const RED = [200, 40, 40];
export const BLUE = [40, 40, 200];
const COLORS = [RED, BLUE];

export interface Kind {
	headerBytes?: number;
	bitsPerPixel: number;
	compression?: number;
	/** What follows the header: masks or a palette. */
	more?: Buffer;
	data: Buffer;
	/** In place of the correct values. */
	fileBytes?: number;
	dataBytes?: number;
	dataStart?: number;
	/** Fields after the first ten of the header. */
	fields?: Buffer;
}

export function bitmap(kind: Kind): Buffer {
	const { headerBytes = 40, bitsPerPixel, compression = 0, more = Buffer.alloc(0), data } = kind;
	const sizes =
		headerBytes === 12 ? [SIZE, SIZE].map(uint16LE) : [SIZE, SIZE].map((each) => uint32LE(each));
	const header = Buffer.concat([
		uint32LE(headerBytes),
		...sizes,
		uint16LE(1),
		uint16LE(bitsPerPixel),
		uint32LE(compression),
		uint32LE(kind.dataBytes ?? data.length),
		Buffer.alloc(8),
		uint32LE(bitsPerPixel > 8 ? 0 : Math.floor(more.length / 4)), // the colors of the palette
		Buffer.alloc(4),
		kind.fields ?? Buffer.alloc(0),
		Buffer.alloc(124),
	]).subarray(0, headerBytes);
	const start = 14 + headerBytes + more.length;
	return Buffer.concat([
		text('BM'),
		uint32LE(kind.fileBytes ?? start + data.length),
		uint32LE(0),
		uint32LE(kind.dataStart ?? start),
		header,
		more,
		data,
	]);
}

const rows = (left: Buffer, right: Buffer) => {
	const row = [...Array<Buffer>(HALF).fill(left), ...Array<Buffer>(HALF).fill(right)];
	return Buffer.concat(Array<Buffer[]>(SIZE).fill(row).flat());
};
export const palette = (colorBytes: number) =>
	Buffer.concat(
		COLORS.map(([red = 0, green = 0, blue = 0]) =>
			bytes(blue, green, red, 0).subarray(0, colorBytes),
		),
	);
export const masks = (...values: number[]) => Buffer.concat(values.map((value) => uint32LE(value)));
export const data24 = rows(bytes(40, 40, 200), bytes(200, 40, 40));
/** Pixels of 32 bits with a fourth value. */
export const data32 = (fourth: number) => {
	const [left, right] = COLORS.map(([red = 0, green = 0, blue = 0]) =>
		bytes(blue, green, red, fourth),
	);
	return rows(left ?? Buffer.alloc(4), right ?? Buffer.alloc(4));
};
export const indexed = Buffer.concat(
	Array<Buffer>(SIZE).fill(Buffer.concat([Buffer.alloc(HALF, 0), Buffer.alloc(HALF, 1)])),
);
export const BITS_4 = Buffer.concat(
	Array<Buffer>(SIZE).fill(bytes(0, 0, 0, 0, 0x11, 0x11, 0x11, 0x11)),
);
export const BITS_1 = Buffer.concat(Array<Buffer>(SIZE).fill(bytes(0, 0xff, 0, 0)));
