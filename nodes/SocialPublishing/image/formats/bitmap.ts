import { unsupported, type UnusableError } from '../imageErrors';
import { ByteReader } from './binaryReader';
import type { PictureHeader } from './picture';

/** The length of the file header, after which an information header follows. */
const FILE_HEADER_BYTES = 14;
const FILE_LENGTH_OFFSET = 2;
const DATA_START_OFFSET = 10;
const DATA_LENGTH_OFFSET = 34;
const MASKS_OFFSET = 54;
const WINDOWS_HEADER_BYTES = 40;
/** A header of this length is the second version of OS/2. */
const OS2_HEADER_BYTES = 64;
/** The shortest header with a mask for transparency. */
const ALPHA_HEADER_BYTES = 56;

const UNCOMPRESSED = 0;
const BIT_FIELDS = 3;
const DEPTHS = new Set([1, 4, 8, 24, 32]);
const USUAL_MASKS = [0xff0000, 0x00ff00, 0x0000ff];

/**
 * A BMP: a file header, an information header whose length identifies its version, masks or a palette, then the pixels in
 * rows, each of which ends on a multiple of four bytes. Only the kinds that the codec shows correctly are accepted, which are
 * those that current programs write.
 *
 * @throws CutOffError, UnusableError
 */
export function readBitmapHeader({ bytes }: ByteReader): PictureHeader {
	const reader = new ByteReader(bytes, true);
	const headerBytes = reader.uint32(FILE_HEADER_BYTES);
	if (headerBytes < WINDOWS_HEADER_BYTES || headerBytes === OS2_HEADER_BYTES)
		throw refused('of OS/2');
	const width = Math.abs(reader.uint32(18) | 0);
	const height = Math.abs(reader.uint32(22) | 0);
	const bitsPerPixel = reader.uint16(28);
	const method = reader.uint32(30);
	const hasMasks = method === BIT_FIELDS && bitsPerPixel === 32;
	if (!DEPTHS.has(bitsPerPixel)) throw refused(`with ${bitsPerPixel} bits per pixel`);
	if (method !== UNCOMPRESSED && !hasMasks) throw refused('whose pixels are compressed');
	const hasMask = (mask: number, index: number) => reader.uint32(MASKS_OFFSET + 4 * index) === mask;
	if (hasMasks && !USUAL_MASKS.every(hasMask)) throw refused('with an unusual order of colors');
	const hasAlpha = hasMasks && headerBytes >= ALPHA_HEADER_BYTES && reader.uint32(66) !== 0;
	if (hasAlpha) throw refused('with transparency');
	const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
	reader.require(reader.uint32(DATA_START_OFFSET), rowBytes * height);
	return { width, height };
}

/** A BMP with the lengths that it has. Many programs write others, which browsers ignore, but not the codec. */
export function withItsLengths(bytes: Buffer): Buffer {
	const corrected = Buffer.from(bytes);
	corrected.writeUInt32LE(bytes.length, FILE_LENGTH_OFFSET);
	corrected.writeUInt32LE(0, DATA_LENGTH_OFFSET);
	return corrected;
}

function refused(kind: string): UnusableError {
	return unsupported(`it is a BMP file ${kind}`);
}
