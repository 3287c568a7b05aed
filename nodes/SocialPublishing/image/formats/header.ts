import { DamagedError } from '../imageErrors';
import { ByteReader } from './binaryReader';
import { readBitmapHeader } from './bitmap';
import { readPngHeader, readWebPHeader } from './chunkedFormats';
import { readHeifHeader } from './heif';
import { readJpegHeader } from './jpeg';
import type { PictureHeader, PictureKind } from './picture';
import { readTiffHeader } from './tiff';

const GIF_EXTENSION = 0x21;
const GIF_IMAGE_DESCRIPTOR = 0x2c;

/**
 * Reads a picture's dimensions without decoding it, and checks that the file contains the data that it announces.
 *
 * @throws CutOffError if the file ends early, DamagedError if it contradicts its format, UnsupportedError
 */
export function readHeader(kind: PictureKind, bytes: Buffer): PictureHeader {
	return readers[kind](new ByteReader(bytes));
}

const readers: Record<PictureKind, (reader: ByteReader) => PictureHeader> = {
	jpeg: (reader) => {
		const jpeg = readJpegHeader(reader);
		return { width: jpeg.width, height: jpeg.height, jpeg };
	},
	png: readPngHeader,
	webp: readWebPHeader,
	gif: readGifHeader,
	bmp: readBitmapHeader,
	tiff: readTiffHeader,
	avif: readHeifHeader,
	heic: readHeifHeader,
};

/** GIF89a: a canvas, extensions, then frames, of which only the first is read. */
function readGifHeader({ bytes }: ByteReader): PictureHeader {
	const reader = new ByteReader(bytes, true);
	const canvas = { width: reader.uint16(6), height: reader.uint16(8) };
	const offset = afterExtensions(reader, 13 + colorTableLength(reader.uint8(10)));
	if (reader.uint8(offset) !== GIF_IMAGE_DESCRIPTOR) throw new DamagedError('no frame');

	const right = reader.uint16(offset + 1) + reader.uint16(offset + 5);
	const bottom = reader.uint16(offset + 3) + reader.uint16(offset + 7);
	const dataOffset = offset + 10 + colorTableLength(reader.uint8(offset + 9));
	const end = afterSubBlocks(reader, dataOffset + 1); // one byte states the code size
	const size = { width: Math.max(canvas.width, right), height: Math.max(canvas.height, bottom) };
	return hasFrame(reader, end) ? { ...size, hasMore: true } : size;
}

/** Whether a frame follows. Data after the first frame may be missing or damaged. */
function hasFrame(reader: ByteReader, start: number): boolean {
	try {
		return reader.uint8(afterExtensions(reader, start)) === GIF_IMAGE_DESCRIPTOR;
	} catch {
		return false;
	}
}

function afterExtensions(reader: ByteReader, start: number): number {
	let offset = start;
	while (reader.uint8(offset) === GIF_EXTENSION) offset = afterSubBlocks(reader, offset + 2);
	return offset;
}

function colorTableLength(flags: number): number {
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
