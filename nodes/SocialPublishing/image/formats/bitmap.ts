import { ByteReader } from './byteReader';
import type { Size } from './size';

const UNCOMPRESSED = new Set([0, 3, 6]); // BI_RGB, BI_BITFIELDS, BI_ALPHABITFIELDS

/** BMP: a file header, an information header whose size identifies its version, then the pixels. */
export function readBitmapHeader({ bytes }: ByteReader): Size {
	const reader = new ByteReader(bytes, true);
	const isOs2Version1 = reader.uint32(14) === 12;
	const width = isOs2Version1 ? reader.uint16(18) : Math.abs(reader.int32(18));
	// A negative height means that the rows are stored from top to bottom.
	const height = isOs2Version1 ? reader.uint16(20) : Math.abs(reader.int32(22));
	const bitsPerPixel = reader.uint16(isOs2Version1 ? 24 : 28);
	const compression = isOs2Version1 ? 0 : reader.uint32(30);
	if (UNCOMPRESSED.has(compression)) {
		const rowBytes = Math.ceil((width * bitsPerPixel) / 32) * 4;
		reader.require(reader.uint32(10), rowBytes * height);
	}
	return { width, height };
}
