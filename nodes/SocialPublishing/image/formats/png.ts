import { DamagedError } from '../imageErrors';
import type { ByteReader } from './byteReader';
import type { Size } from './size';

/** The best ratio that deflate, PNG's compression, can reach. */
const MAX_DEFLATE_RATIO = 1032;
const SAMPLES_BY_COLOUR_TYPE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** PNG (ISO/IEC 15948): a signature, then chunks of length, type, data and checksum, up to IEND. */
export function readPngHeader(reader: ByteReader): Size {
	if (reader.text(12, 4) !== 'IHDR') throw new DamagedError('IHDR is not the first chunk');
	const width = reader.uint32(16);
	const height = reader.uint32(20);
	const bitDepth = reader.uint8(24);
	const samples = SAMPLES_BY_COLOUR_TYPE[reader.uint8(25)];
	if (samples === undefined) throw new DamagedError('unknown colour type');

	let compressedBytes = 0;
	for (let offset = 8; ; ) {
		const length = reader.uint32(offset);
		const type = reader.text(offset + 4, 4);
		reader.require(offset + 8, length + 4);
		if (type === 'IDAT') compressedBytes += length;
		if (type === 'IEND') break;
		offset += 12 + length;
	}
	const rawBytes = (width * height * bitDepth * samples) / 8;
	if (rawBytes > compressedBytes * MAX_DEFLATE_RATIO) {
		throw new DamagedError('too little data for its dimensions');
	}
	return { width, height };
}
