import { DamagedError, UnsupportedError } from '../imageErrors';
import { ByteReader } from './binaryReader';
import { readBoxes } from './boxes';
import type { PictureHeader, PictureKind } from './picture';

const PNG_SIGNATURE_BYTES = 8;
/** The length, type and checksum of a PNG chunk. */
const PNG_CHUNK_FRAME_BYTES = 12;
/** A PNG of 100 MB in chunks of 2 KB has fewer. */
const MAX_PNG_CHUNKS = 65_536;
/** The best ratio that deflate, PNG's compression, can reach. */
const MAX_DEFLATE_RATIO = 1032;
const SAMPLES_BY_COLOR_TYPE: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The chunks that determine the pixels, the colors and the orientation of a PNG. */
const PICTURE_CHUNKS = new Set('IHDR PLTE tRNS IDAT IEND gAMA cHRM sRGB iCCP sBIT eXIf'.split(' '));

const RIFF_HEADER_BYTES = 12;
/** The type and length of a WebP chunk. */
const WEBP_CHUNK_HEADER_BYTES = 8;
const WEBP_FRAME = 'ANMF';

/** The brands of files with a sequence of pictures, and those of the same files without it. */
const STILL_BRANDS: Readonly<Record<string, string>> = {
	msf1: 'mif1',
	avis: 'avif',
	hevc: 'heic',
	hevx: 'heix',
};
const BRAND_BYTES = 4;

/** PNG (ISO/IEC 15948): a signature, then chunks of length, type, data and checksum, up to IEND. */
export function readPngHeader(reader: ByteReader): PictureHeader {
	if (reader.text(12, 4) !== 'IHDR') throw new DamagedError('IHDR is not the first chunk');
	const width = reader.uint32(16);
	const height = reader.uint32(20);
	const bitDepth = reader.uint8(24);
	const samples = SAMPLES_BY_COLOR_TYPE[reader.uint8(25)];
	if (samples === undefined) throw new DamagedError('unknown color type');

	const bytesPerPixel = ((bitDepth * samples) / 8) * (reader.uint8(28) === 0 ? 1 : 2);
	let compressedBytes = 0;
	let frames = 1;
	for (const { type, bytes } of readPngChunks(reader.bytes)) {
		if (type === 'IDAT') compressedBytes += bytes.length - PNG_CHUNK_FRAME_BYTES;
		// The codec compares colors of 8 bits, and would show the transparent pixels.
		if (type === 'tRNS' && bitDepth === 16) throw transparentColor();
		if (type === 'acTL') frames = new ByteReader(bytes).uint32(8); // an animation
	}
	const rawBytes = (width * height * bitDepth * samples) / 8;
	if (rawBytes > compressedBytes * MAX_DEFLATE_RATIO) {
		throw new DamagedError('too little data for its dimensions');
	}
	return { width, height, bytesPerPixel, ...(frames > 1 && { hasMore: true }) };
}

function transparentColor(): UnsupportedError {
	return new UnsupportedError(
		'it is a PNG file with 16 bits per color and a transparent color, which is not supported',
		'Save it with 8 bits per color or with an alpha channel, then retry.',
	);
}

/**
 * The chunks of a PNG up to its end, each with its length, type and checksum.
 *
 * @throws CutOffError if the file ends earlier
 */
function* readPngChunks(bytes: Buffer): Generator<{ type: string; bytes: Buffer }> {
	const reader = new ByteReader(bytes);
	let offset = PNG_SIGNATURE_BYTES;
	for (let count = 0; count < MAX_PNG_CHUNKS; count++) {
		const length = reader.uint32(offset) + PNG_CHUNK_FRAME_BYTES;
		const type = reader.text(offset + 4, 4);
		yield { type, bytes: bytes.subarray(reader.require(offset, length), offset + length) };
		if (type === 'IEND') return;
		offset += length;
	}
	throw new DamagedError('too many chunks');
}

/** The chunks of a WebP file, each with its header and the byte that makes its length even. */
function* readWebPChunks(bytes: Buffer): Generator<{ type: string; bytes: Buffer }> {
	const reader = new ByteReader(bytes, true);
	let offset = RIFF_HEADER_BYTES;
	while (offset + WEBP_CHUNK_HEADER_BYTES <= bytes.length) {
		const contentBytes = reader.uint32(offset + 4);
		const end = offset + WEBP_CHUNK_HEADER_BYTES + contentBytes + (contentBytes % 2);
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
		const frames = [...readWebPChunks(bytes)].filter(({ type }) => type === WEBP_FRAME);
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

/**
 * Reduces a file to its first picture. The codec would read everything: it decompresses each text of a PNG, and a small file
 * can hold gigabytes of text; it decodes every frame of a WebP, and prefers a sequence to the picture of a HEIF. Returns `bytes` itself for other formats.
 */
export function onlyPicture(kind: PictureKind, bytes: Buffer): Buffer {
	if (kind === 'png') return onlyChunks(bytes);
	if (kind === 'avif' || kind === 'heic') return withoutSequence(bytes);
	return kind === 'webp' ? onlyFirstFrame(bytes) : bytes;
}

function onlyChunks(png: Buffer): Buffer {
	const chunks = [...readPngChunks(png)];
	const kept = chunks.filter(({ type }) => PICTURE_CHUNKS.has(type));
	if (kept.length === chunks.length) return png;
	const signature = png.subarray(0, PNG_SIGNATURE_BYTES);
	return Buffer.concat([signature, ...kept.map(({ bytes }) => bytes)]);
}

function onlyFirstFrame(webP: Buffer): Buffer {
	const chunks = [...readWebPChunks(webP)];
	const first = chunks.findIndex(({ type }) => type === WEBP_FRAME);
	const kept = chunks.filter(({ type }, index) => type !== WEBP_FRAME || index === first);
	if (kept.length === chunks.length) return webP;
	const header = Buffer.from(webP.subarray(0, RIFF_HEADER_BYTES));
	const content = Buffer.concat(kept.map(({ bytes }) => bytes));
	header.writeUInt32LE(content.length + 4, 4); // the bytes after this number
	return Buffer.concat([header, content]);
}

/**
 * A HEIF without its track of pictures. The codec would use it instead of the picture itself, which may be larger. Returns
 * `bytes` itself if there is none.
 */
function withoutSequence(bytes: Buffer): Buffer {
	const reader = new ByteReader(bytes);
	const boxes = [...readBoxes(reader, 0, bytes.length)];
	const movies = boxes.filter(({ type }) => type === 'moov');
	if (movies.length === 0) return bytes;
	const still = Buffer.from(bytes);
	for (const { start, headerLength = 0 } of movies) {
		still.write('free', start - headerLength + 4, 'latin1'); // the type of a box without meaning
	}
	const types = boxes.filter(({ type }) => type === 'ftyp');
	for (const { start, end } of types) {
		for (let offset = start; offset + BRAND_BYTES <= end; offset += BRAND_BYTES) {
			const brand = STILL_BRANDS[reader.text(offset, BRAND_BYTES)];
			if (brand !== undefined) still.write(brand, offset, 'latin1');
		}
	}
	return still;
}
