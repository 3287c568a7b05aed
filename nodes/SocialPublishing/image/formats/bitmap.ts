import { DamagedError, OTHER_FORMAT_ADVICE, UnsupportedError } from '../imageErrors';
import { ByteReader } from './binaryReader';
import type { Size } from './picture';

/** The length of the file header, after which an information header follows. */
const FILE_HEADER_BYTES = 14;
/** The first version, of OS/2. */
const OS2_HEADER_BYTES = 12;
const WINDOWS_HEADER_BYTES = 40;
/** The full second version of OS/2, which may end after any field. */
const OS2_VERSION_2_BYTES = 64;
const WINDOWS_VERSION_5_BYTES = 124;
const EMBEDDED_PROFILE = 0x4d424544; // "MBED"
const DEPTHS = new Set([1, 2, 4, 8, 16, 24, 32]);

const UNCOMPRESSED = 0;
const ALPHA_BIT_FIELDS = 6;
const BIT_FIELDS = new Set([3, ALPHA_BIT_FIELDS]);
/** The compression methods that store runs, by the depth of the pixels. In OS/2, some numbers have other meanings. */
const RUN_LENGTHS: Readonly<Record<number, number>> = { 8: 1, 4: 2 };
const OS2_RUN_LENGTHS: Readonly<Record<number, number>> = { ...RUN_LENGTHS, 24: 4 };
const OTHER_METHODS: Readonly<Record<number, string>> = {
	4: 'contains a JPEG',
	5: 'contains a PNG',
};
const OS2_OTHER_METHODS: Readonly<Record<number, string>> = { 3: 'has Huffman compression' };
const MASKS_OFFSET = 54;
const NO_ALPHA_HEADER_BYTES = 52;

/** The bits of a pixel that hold its red, green, blue and alpha. */
type Masks = [red: number, green: number, blue: number, alpha: number];

export interface Bitmap extends Size {
	isTopDown: boolean;
	bitsPerPixel: number;
	/** The pixels, up to the end of the file. */
	data: Buffer;
	/** Runs of equal pixels. Other pixels are stored in rows, each of which ends on a multiple of four bytes. */
	isRunLength: boolean;
	/** For 16 and 32 bits. */
	masks: Masks;
	/** For up to 8 bits: red, green, blue and alpha of each color. Black stands for one that the file lacks. */
	palette: Uint8Array;
	/** Absent if there is none. */
	profile?: Buffer;
}

/**
 * A BMP: a file header, an information header whose length identifies its version, masks or a palette, then the pixels. Like
 * browsers, ignores the sizes that the headers state for the file and its data.
 *
 * @throws CutOffError, DamagedError, UnsupportedError
 */
export function readBitmap(bytes: Buffer): Bitmap {
	const reader = new ByteReader(bytes, true);
	const headerBytes = reader.uint32(FILE_HEADER_BYTES);
	const isOs2 = headerBytes === OS2_HEADER_BYTES;
	/** A field of the information header; 0 if the header is too short to have it. */
	const field = (offset: number) =>
		offset + 4 <= headerBytes ? reader.uint32(FILE_HEADER_BYTES + offset) : 0;
	const width = isOs2 ? reader.uint16(18) : Math.abs(field(4) | 0);
	const height = isOs2 ? reader.uint16(20) : field(8) | 0;
	const bitsPerPixel = reader.uint16(isOs2 ? 24 : 28);
	const compression = isOs2 ? 0 : field(16);
	const isOs2Version2 = headerBytes === 16 || headerBytes === OS2_VERSION_2_BYTES;
	const isRunLength = isRunLengthMethod(compression, bitsPerPixel, isOs2Version2);

	const hasMasks = BIT_FIELDS.has(compression) && (bitsPerPixel === 16 || bitsPerPixel === 32);
	// They are part of later versions of the header.
	const maskBytes =
		hasMasks && headerBytes === WINDOWS_HEADER_BYTES
			? compression === ALPHA_BIT_FIELDS
				? 16
				: 12
			: 0;
	const masks = hasMasks ? readMasks(reader, headerBytes + maskBytes) : defaultMasks(bitsPerPixel);
	const paletteStart = FILE_HEADER_BYTES + headerBytes + maskBytes;
	const colors = bitsPerPixel > 8 ? 0 : field(32) || 2 ** bitsPerPixel;
	const colorBytes = isOs2 ? 3 : 4;
	const stated = reader.uint32(10);
	const start = stated < paletteStart ? paletteStart + colors * colorBytes : stated;
	const bitmap: Bitmap = {
		width,
		height: Math.abs(height),
		isTopDown: height < 0,
		bitsPerPixel,
		data: bytes.subarray(start),
		isRunLength,
		masks,
		palette: readPalette(
			bytes.subarray(paletteStart, start),
			colorBytes,
			bitsPerPixel > 8 ? 0 : 2 ** bitsPerPixel,
		),
	};
	if (!isRunLength) reader.require(start, rowBytes(bitmap) * bitmap.height);
	const profile = headerBytes >= WINDOWS_VERSION_5_BYTES && field(56) === EMBEDDED_PROFILE;
	if (profile) {
		const profileStart = FILE_HEADER_BYTES + field(112);
		bitmap.profile = bytes.subarray(profileStart, profileStart + field(116));
	}
	return bitmap;
}

/** The length of a row of uncompressed pixels. */
export function rowBytes({ width, bitsPerPixel }: Pick<Bitmap, 'width' | 'bitsPerPixel'>): number {
	return Math.ceil((width * bitsPerPixel) / 32) * 4;
}

/** Returns whether the pixels are stored in runs. */
function isRunLengthMethod(method: number, bitsPerPixel: number, isOs2Version2: boolean): boolean {
	if ((isOs2Version2 ? OS2_RUN_LENGTHS : RUN_LENGTHS)[bitsPerPixel] === method) return true;
	const other = (isOs2Version2 ? OS2_OTHER_METHODS : OTHER_METHODS)[method];
	if (other !== undefined) throw unsupported(`that ${other}`);
	if (bitsPerPixel === 64) throw unsupported('with 64 bits per pixel');
	const isPlain = method === UNCOMPRESSED || (BIT_FIELDS.has(method) && !isOs2Version2);
	if (!isPlain || !DEPTHS.has(bitsPerPixel)) throw new DamagedError('an unknown method');
	return false;
}

function unsupported(kind: string): UnsupportedError {
	return new UnsupportedError(
		`it is a BMP file ${kind}, which is not supported`,
		OTHER_FORMAT_ADVICE,
	);
}

/** @param headerBytes the length of the information header with the masks after it */
function readMasks(reader: ByteReader, headerBytes: number): Masks {
	const mask = (index: number) => reader.uint32(MASKS_OFFSET + 4 * index);
	return [mask(0), mask(1), mask(2), headerBytes > NO_ALPHA_HEADER_BYTES ? mask(3) : 0];
}

function defaultMasks(bitsPerPixel: number): Masks {
	return bitsPerPixel === 16 ? [0x7c00, 0x03e0, 0x001f, 0] : [0xff0000, 0x00ff00, 0x0000ff, 0];
}

function readPalette(bytes: Buffer, colorBytes: number, colors: number): Uint8Array {
	const palette = new Uint8Array(colors * 4);
	for (let color = 0; color < colors; color++) {
		const [blue = 0, green = 0, red = 0] = bytes.subarray(color * colorBytes);
		palette.set([red, green, blue, 255], color * 4);
	}
	return palette;
}
