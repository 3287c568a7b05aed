import { ByteReader } from './binaryReader';
import { findBox, findPath, readBoxes, type Box } from './boxes';

const FILE_TYPE = 'ftyp';
const MOVIE = 'moov';
const UNUSED = 'free';
/** The brands of files with a sequence of pictures, and those of the same files without it. */
const STILL_BRANDS: Readonly<Record<string, string>> = {
	msf1: 'mif1',
	avis: 'avif',
	hevc: 'heic',
	hevx: 'heix',
};
const BRAND_BYTES = 4;

/** Whether a HEIF has a track of pictures, as a burst or an animated AVIF has. */
export function isSequence(reader: ByteReader, file: Box): boolean {
	const movie = findBox(reader, file, MOVIE);
	const sizes = movie && findPath(reader, movie, ['trak', 'mdia', 'minf', 'stbl', 'stsz']);
	// The number of samples follows version, flags and their common size.
	return sizes !== undefined && reader.uint32(sizes.start + 8) > 1;
}

/**
 * A HEIF without its track of pictures. The codec would use it instead of the picture itself, which may be larger. Returns
 * `bytes` itself if there is none.
 */
export function withoutSequence(bytes: Buffer): Buffer {
	const reader = new ByteReader(bytes);
	const boxes = [...readBoxes(reader, 0, bytes.length)];
	const movies = boxes.filter(({ type }) => type === MOVIE);
	if (movies.length === 0) return bytes;
	const still = Buffer.from(bytes);
	for (const { start, headerLength = 0 } of movies) {
		still.write(UNUSED, start - headerLength + 4, 'latin1');
	}
	const types = boxes.filter(({ type }) => type === FILE_TYPE);
	for (const { start, end } of types) {
		for (let offset = start; offset + BRAND_BYTES <= end; offset += BRAND_BYTES) {
			const brand = STILL_BRANDS[reader.text(offset, BRAND_BYTES)];
			if (brand !== undefined) still.write(brand, offset, 'latin1');
		}
	}
	return still;
}
