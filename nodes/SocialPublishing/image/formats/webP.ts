import { DamagedError } from '../imageErrors';
import { ByteReader } from './byteReader';
import type { Size } from './size';

/** WebP (RFC 9649): a RIFF file whose first chunk states the dimensions. */
export function readWebPHeader({ bytes }: ByteReader): Size {
	const reader = new ByteReader(bytes, true);
	reader.require(8, reader.uint32(4));
	const first = reader.text(12, 4);
	if (first === 'VP8X') return { width: reader.uint24(24) + 1, height: reader.uint24(27) + 1 };
	if (first === 'VP8 ') {
		return { width: reader.uint16(26) & 0x3fff, height: reader.uint16(28) & 0x3fff };
	}
	if (first === 'VP8L') {
		const packed = reader.uint32(21);
		return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
	}
	throw new DamagedError('unknown first chunk');
}
