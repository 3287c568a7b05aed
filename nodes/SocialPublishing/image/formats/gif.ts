import { DamagedError } from '../imageErrors';
import type { ByteReader } from './byteReader';
import type { PictureHeader } from './pictureHeader';

const EXTENSION = 0x21;
const IMAGE_DESCRIPTOR = 0x2c;

/** GIF89a: a canvas, extensions, then frames, of which only the first is read. */
export function readGifHeader(reader: ByteReader): PictureHeader {
	const canvas = { width: little16(reader, 6), height: little16(reader, 8) };
	const offset = afterExtensions(reader, 13 + colourTableLength(reader.uint8(10)));
	if (reader.uint8(offset) !== IMAGE_DESCRIPTOR) throw new DamagedError('no frame');

	const right = little16(reader, offset + 1) + little16(reader, offset + 5);
	const bottom = little16(reader, offset + 3) + little16(reader, offset + 7);
	const dataOffset = offset + 10 + colourTableLength(reader.uint8(offset + 9));
	const end = afterSubBlocks(reader, dataOffset + 1); // one byte states the code size
	const size = { width: Math.max(canvas.width, right), height: Math.max(canvas.height, bottom) };
	return hasFrame(reader, end) ? { ...size, hasMore: true } : size;
}

/** Whether a frame follows. What comes after the first one may be missing or damaged. */
function hasFrame(reader: ByteReader, start: number): boolean {
	try {
		return reader.uint8(afterExtensions(reader, start)) === IMAGE_DESCRIPTOR;
	} catch {
		return false;
	}
}

function afterExtensions(reader: ByteReader, start: number): number {
	let offset = start;
	while (reader.uint8(offset) === EXTENSION) offset = afterSubBlocks(reader, offset + 2);
	return offset;
}

function colourTableLength(flags: number): number {
	return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0;
}

/** Returns the offset after the data, a sequence of blocks of up to 255 bytes that ends with an empty one. */
function afterSubBlocks(reader: ByteReader, start: number): number {
	let offset = start;
	for (let length = reader.uint8(offset); length > 0; length = reader.uint8(offset)) {
		offset += 1 + length;
	}
	return offset + 1;
}

function little16(reader: ByteReader, offset: number): number {
	return reader.uint8(offset) | (reader.uint8(offset + 1) << 8);
}
