import { DamagedError } from '../imageErrors';
import type { ByteReader } from './byteReader';
import type { Size } from './size';

const EXTENSION = 0x21;
const IMAGE_DESCRIPTOR = 0x2c;

/** GIF89a: a canvas, extensions, then frames, of which only the first is read. */
export function readGifHeader(reader: ByteReader): Size {
	const canvas = { width: little16(reader, 6), height: little16(reader, 8) };
	let offset = 13 + colourTableLength(reader.uint8(10));
	while (reader.uint8(offset) === EXTENSION) offset = afterSubBlocks(reader, offset + 2);
	if (reader.uint8(offset) !== IMAGE_DESCRIPTOR) throw new DamagedError('no frame');

	const right = little16(reader, offset + 1) + little16(reader, offset + 5);
	const bottom = little16(reader, offset + 3) + little16(reader, offset + 7);
	const dataOffset = offset + 10 + colourTableLength(reader.uint8(offset + 9));
	afterSubBlocks(reader, dataOffset + 1); // one byte states the code size
	return { width: Math.max(canvas.width, right), height: Math.max(canvas.height, bottom) };
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
