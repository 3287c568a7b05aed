import { DamagedError } from '../imageErrors';
import { ByteReader } from './byteReader';
import type { PictureHeader } from './pictureHeader';

const FRAME = 'ANMF';
/** A chunk has a type, a length and a content of an even number of bytes. */
const CHUNK_HEADER_BYTES = 8;
const FIRST_CHUNK_OFFSET = 12;

/** The chunks of a WebP file, each with its header. */
export function* readWebPChunks(bytes: Buffer): Generator<{ type: string; bytes: Buffer }> {
	const reader = new ByteReader(bytes, true);
	let offset = FIRST_CHUNK_OFFSET;
	while (offset + CHUNK_HEADER_BYTES <= bytes.length) {
		const contentBytes = reader.uint32(offset + 4);
		const end = offset + CHUNK_HEADER_BYTES + contentBytes + (contentBytes % 2);
		yield { type: reader.text(offset, 4), bytes: bytes.subarray(offset, end) };
		offset = end;
	}
}

/** WebP (RFC 9649): a RIFF file whose first chunk states the dimensions. */
export function readWebPHeader({ bytes }: ByteReader): PictureHeader {
	const reader = new ByteReader(bytes, true);
	reader.require(8, reader.uint32(4));
	const first = reader.text(12, 4);
	if (first === 'VP8X') {
		const size = { width: reader.uint24(24) + 1, height: reader.uint24(27) + 1 };
		const frames = [...readWebPChunks(bytes)].filter(({ type }) => type === FRAME);
		return frames.length > 1 ? { ...size, hasMore: true } : size;
	}
	if (first === 'VP8 ') {
		return { width: reader.uint16(26) & 0x3fff, height: reader.uint16(28) & 0x3fff };
	}
	if (first === 'VP8L') {
		const packed = reader.uint32(21);
		return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
	}
	throw new DamagedError('unknown first chunk');
}
