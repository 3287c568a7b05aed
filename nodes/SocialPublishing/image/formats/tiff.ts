import { DamagedError } from '../imageErrors';
import { ByteReader } from './byteReader';
import type { Size } from './size';

const WIDTH = 256;
const HEIGHT = 257;
const STRIP_OFFSETS = 273;
const STRIP_BYTE_COUNTS = 279;
const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;
const BYTES_BY_TYPE: Readonly<Record<number, 2 | 4>> = { 3: 2, 4: 4 }; // SHORT, LONG

/** TIFF 6.0: the first directory of tags describes the first page. */
export function readTiffHeader({ bytes }: ByteReader): Size {
	const reader = readerOf(bytes);
	const tags = readTags(bytes);
	const width = tags.get(WIDTH)?.at(0);
	const height = tags.get(HEIGHT)?.at(0);
	if (width === undefined || height === undefined) throw new DamagedError('no dimensions');

	requireData(reader, tags.get(STRIP_OFFSETS), tags.get(STRIP_BYTE_COUNTS));
	requireData(reader, tags.get(TILE_OFFSETS), tags.get(TILE_BYTE_COUNTS));
	return { width, height };
}

/** The tags of the first directory, by their numbers. EXIF has the same structure. */
export function readTags(bytes: Buffer): Map<number, TagValues> {
	const reader = readerOf(bytes);
	const directory = reader.uint32(4);
	const tags = new Map<number, TagValues>();
	for (let index = 0; index < reader.uint16(directory); index++) {
		const entry = directory + 2 + 12 * index;
		tags.set(reader.uint16(entry), new TagValues(reader, entry));
	}
	return tags;
}

function readerOf(bytes: Buffer): ByteReader {
	return new ByteReader(bytes, bytes[0] === 0x49);
}

function requireData(reader: ByteReader, offsets?: TagValues, lengths?: TagValues): void {
	if (!offsets || !lengths) return;
	for (let index = 0; index < Math.min(offsets.count, lengths.count); index++) {
		reader.require(offsets.at(index), lengths.at(index));
	}
}

/** The values of one tag: in the entry itself if they fit into 4 bytes, otherwise at the offset it states. */
class TagValues {
	readonly count: number;
	private readonly bytesPerValue: 2 | 4;
	private readonly start: number;

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
