import { ByteReader, readBoxes } from './binaryReader';
import type { PictureKind } from './picture';

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

/**
 * Reduces a file to its first picture, because the codec decodes every frame of a WebP, and prefers a sequence to the picture of
 * a HEIF. Returns `bytes` itself if there is nothing to remove.
 */
export function onlyPicture(kind: PictureKind, bytes: Buffer): Buffer {
	if (kind === 'avif' || kind === 'heic') return withoutSequence(bytes);
	return kind === 'webp' ? onlyFirstFrame(bytes) : bytes;
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
