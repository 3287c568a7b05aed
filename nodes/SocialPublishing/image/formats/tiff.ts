import { DamagedError, OTHER_FORMAT_ADVICE, UnsupportedError } from '../imageErrors';
import { ByteReader } from './binaryReader';
import type { PictureHeader, Size } from './picture';

const KIND_OF_PAGE = 254;
const WIDTH = 256;
const HEIGHT = 257;
const BITS_PER_SAMPLE = 258;
const COMPRESSION = 259;
const INTERPRETATION = 262;
const SAMPLES = 277;
const STRIP_OFFSETS = 273;
const STRIP_BYTE_COUNTS = 279;
const TILE_WIDTH = 322;
const TILE_HEIGHT = 323;
const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;
/** Interpretations of the values. */
const WHITE_IS_ZERO = 0;
const BLACK_IS_ZERO = 1;
const PALETTE = 3;
/** Depths at which the codec shows no negative of a picture without transparency that counts from white. */
const CORRECT_DEPTHS = new Set([1, 8, 16]);
const MAX_PALETTE_BITS = 8;
/** Bits of the kind of a page. */
const PREVIEW = 1;
const MASK = 4;
const ENTRY_BYTES = 12;
/** More than any genuine file has: about 30 tags, a strip for each row and color, a few previews. */
const MAX_TAGS = 1024;
const MAX_STRIPS = 4 * 65_535;
const MAX_DIRECTORIES = 16;
const UNSUPPORTED_COMPRESSIONS: Readonly<Record<number, string>> = {
	34887: 'LERC',
	34925: 'LZMA',
	50000: 'Zstandard (ZSTD)',
	50001: 'WebP',
	50002: 'JPEG XL',
	52546: 'JPEG XL',
};
const BYTES_BY_TYPE: Readonly<Record<number, 2 | 4>> = { 3: 2, 4: 4 }; // SHORT, LONG

/** TIFF 6.0: the first directory of tags describes the first page. */
export function readTiffHeader({ bytes }: ByteReader): PictureHeader {
	const reader = readerOf(bytes);
	const tags = readTags(bytes);
	const width = tags.get(WIDTH)?.at(0);
	const height = tags.get(HEIGHT)?.at(0);
	if (width === undefined || height === undefined) throw new DamagedError('no dimensions');

	refuseCompression(tags.get(COMPRESSION)?.at(0) ?? 1);
	requireData(reader, tags.get(STRIP_OFFSETS), tags.get(STRIP_BYTE_COUNTS));
	requireData(reader, tags.get(TILE_OFFSETS), tags.get(TILE_BYTE_COUNTS));
	const bits = tags.get(BITS_PER_SAMPLE)?.at(0) ?? 1;
	const samples = tags.get(SAMPLES)?.at(0) ?? 1;
	const bytesPerPixel = (bits * samples) / 8;
	const interpretation = tags.get(INTERPRETATION);
	refuseDepth(bits, samples, interpretation?.at(0) === PALETTE);
	return {
		width,
		height,
		bytesPerPixel,
		...decodedTiles(tags, { width, height }),
		...(interpretation?.at(0) === WHITE_IS_ZERO &&
			!(samples === 1 && CORRECT_DEPTHS.has(bits)) && { whiteIsZeroAt: interpretation.start }),
		...(hasOtherPage(reader) && { hasMore: true }),
	};
}

/** A TIFF whose gray values count from black, with a negative of the picture. */
export function withBlackAsZero(bytes: Buffer, whiteIsZeroAt: number): Buffer {
	const copy = Buffer.from(bytes);
	const value = Buffer.from([BLACK_IS_ZERO, 0]);
	copy.set(readerOf(bytes).littleEndian ? value : value.reverse(), whiteIsZeroAt);
	return copy;
}

/** The codec shows other pixels for these depths. */
function refuseDepth(bits: number, samples: number, hasPalette: boolean): void {
	if (hasPalette && bits > MAX_PALETTE_BITS) throw unsupported('a palette of more than 8 bits');
	if (bits === 24) throw unsupported('24 bits per color');
	if (bits === 1 && samples === 2) throw unsupported('one bit per color and transparency');
}

function unsupported(contents: string): UnsupportedError {
	return new UnsupportedError(
		`it is a TIFF file with ${contents}, which is not supported`,
		OTHER_FORMAT_ADVICE,
	);
}

/** Tiles may extend beyond the picture, but are decoded completely. */
function decodedTiles(tags: Map<number, TagValues>, { width, height }: Size) {
	const tile = { width: tags.get(TILE_WIDTH)?.at(0), height: tags.get(TILE_HEIGHT)?.at(0) };
	if (!tile.width || !tile.height) return {};
	const [columns, rows] = [Math.ceil(width / tile.width), Math.ceil(height / tile.height)];
	return { decodedPixels: columns * rows * tile.width * tile.height };
}

/** Whether a further directory describes a page, and not a preview or a mask of this one. */
function hasOtherPage(reader: ByteReader): boolean {
	let directory = nextDirectory(reader, reader.uint32(4));
	for (let count = 1; directory !== 0 && count < MAX_DIRECTORIES; count++) {
		if (directory + 2 > reader.length) return false;
		const kind = readTags(reader.bytes, directory).get(KIND_OF_PAGE)?.at(0) ?? 0;
		if ((kind & (PREVIEW | MASK)) === 0) return true;
		directory = nextDirectory(reader, directory);
	}
	return false;
}

/** 0 if there is none. */
function nextDirectory(reader: ByteReader, directory: number): number {
	const offset = directory + 2 + ENTRY_BYTES * reader.uint16(directory);
	return offset + 4 <= reader.length ? reader.uint32(offset) : 0;
}

/** The codec lacks these compressions, and would report the file as damaged. */
function refuseCompression(number: number): void {
	const name = UNSUPPORTED_COMPRESSIONS[number];
	if (name === undefined) return;
	throw new UnsupportedError(
		`it is a TIFF file compressed with ${name}, which is not supported`,
		'Save it as a TIFF with LZW or Deflate compression, or as a PNG or JPEG, then retry.',
	);
}

/** The tags of a directory, by default the first, by their numbers. */
function readTags(bytes: Buffer, directory = readerOf(bytes).uint32(4)): Map<number, TagValues> {
	const reader = readerOf(bytes);
	const tags = new Map<number, TagValues>();
	const count = Math.min(reader.uint16(directory), MAX_TAGS);
	for (let index = 0; index < count; index++) {
		const entry = directory + 2 + ENTRY_BYTES * index;
		tags.set(reader.uint16(entry), new TagValues(reader, entry));
	}
	return tags;
}

function readerOf(bytes: Buffer): ByteReader {
	return new ByteReader(bytes, bytes[0] === 0x49);
}

function requireData(reader: ByteReader, offsets?: TagValues, lengths?: TagValues): void {
	if (!offsets || !lengths) return;
	const count = Math.min(offsets.count, lengths.count);
	if (count > MAX_STRIPS) throw new DamagedError('too many strips');
	for (let index = 0; index < count; index++) {
		reader.require(offsets.at(index), lengths.at(index));
	}
}

/** The values of one tag: in the entry itself if they fit into 4 bytes, otherwise at the offset it states. */
class TagValues {
	readonly count: number;
	private readonly bytesPerValue: 2 | 4;
	/** The position of the first value. */
	readonly start: number;

	constructor(
		private readonly reader: ByteReader,
		entry: number,
	) {
		this.count = reader.uint32(entry + 4);
		this.bytesPerValue = BYTES_BY_TYPE[reader.uint16(entry + 2)] ?? 4;
		const isInline = this.count * this.bytesPerValue <= 4;
		this.start = isInline ? entry + 8 : reader.uint32(entry + 8);
	}

	at(index: number): number {
		const offset = this.start + index * this.bytesPerValue;
		return this.bytesPerValue === 2 ? this.reader.uint16(offset) : this.reader.uint32(offset);
	}
}
