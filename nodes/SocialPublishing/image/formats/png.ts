import { DamagedError } from '../imageErrors';
import { ByteReader } from './byteReader';
import type { PictureHeader } from './pictureHeader';

const SIGNATURE_BYTES = 8;
/** The length, type and checksum of a chunk. */
const CHUNK_FRAME_BYTES = 12;
/** A file of 100 MB in chunks of 2 KB has fewer. */
const MAX_CHUNKS = 65_536;
/** The best ratio that deflate, PNG's compression, can reach. */
const MAX_DEFLATE_RATIO = 1032;
const SAMPLES_BY_COLOUR_TYPE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** PNG (ISO/IEC 15948): a signature, then chunks of length, type, data and checksum, up to IEND. */
export function readPngHeader(reader: ByteReader): PictureHeader {
	if (reader.text(12, 4) !== 'IHDR') throw new DamagedError('IHDR is not the first chunk');
	const width = reader.uint32(16);
	const height = reader.uint32(20);
	const bitDepth = reader.uint8(24);
	const samples = SAMPLES_BY_COLOUR_TYPE[reader.uint8(25)];
	if (samples === undefined) throw new DamagedError('unknown colour type');

	const bytesPerPixel = ((bitDepth * samples) / 8) * (reader.uint8(28) === 0 ? 1 : 2);
	let compressedBytes = 0;
	let frames = 1;
	for (const { type, bytes } of readPngChunks(reader.bytes)) {
		if (type === 'IDAT') compressedBytes += bytes.length - CHUNK_FRAME_BYTES;
		if (type === 'acTL') frames = new ByteReader(bytes).uint32(8); // an animation
	}
	const rawBytes = (width * height * bitDepth * samples) / 8;
	if (rawBytes > compressedBytes * MAX_DEFLATE_RATIO) {
		throw new DamagedError('too little data for its dimensions');
	}
	return { width, height, bytesPerPixel, ...(frames > 1 && { hasMore: true }) };
}

/**
 * The chunks of a PNG up to its end, each with its length, type and checksum.
 *
 * @throws CutOffError if the file ends before
 */
export function* readPngChunks(bytes: Buffer): Generator<{ type: string; bytes: Buffer }> {
	const reader = new ByteReader(bytes);
	let offset = SIGNATURE_BYTES;
	for (let count = 0; count < MAX_CHUNKS; count++) {
		const length = reader.uint32(offset) + CHUNK_FRAME_BYTES;
		const type = reader.text(offset + 4, 4);
		yield { type, bytes: bytes.subarray(reader.require(offset, length), offset + length) };
		if (type === 'IEND') return;
		offset += length;
	}
	throw new DamagedError('too many chunks');
}
