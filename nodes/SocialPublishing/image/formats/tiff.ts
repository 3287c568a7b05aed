import { DamagedError, unsupported, type UnusableError } from '../imageErrors';
import { ByteReader } from './binaryReader';

const BITS_PER_SAMPLE = 258;
const INTERPRETATION = 262;
const SAMPLES = 277;
const TILE_OFFSETS = 324;
const TILE_BYTE_COUNTS = 325;
/** Interpretations of the values. */
const WHITE_IS_ZERO = 0;
const PALETTE = 3;
/** Depths at which the codec shows a grayscale picture in which 0 is white, without transparency, not as a negative. */
const CORRECT_DEPTHS = new Set([1, 8, 16]);
const MAX_PALETTE_BITS = 8;
const ENTRY_BYTES = 12;
/** The type of a value of two bytes. */
const SHORT = 3;
/** More than any genuine file has. */
const MAX_VALUES = 262_144;

/**
 * Refuses a TIFF (TIFF 6.0) that the codec would show in other colors, or without some of its tiles.
 *
 * @throws CutOffError, DamagedError, UnusableError
 */
export function checkTiff(bytes: Buffer): void {
	const reader = new ByteReader(bytes, bytes[0] === 0x49);
	const [bits = 1] = readTag(reader, BITS_PER_SAMPLE);
	const [samples = 1] = readTag(reader, SAMPLES);
	const [interpretation] = readTag(reader, INTERPRETATION);
	if (interpretation === PALETTE && bits > MAX_PALETTE_BITS)
		throw refused('a palette of more than 8 bits');
	if (bits === 24) throw refused('24 bits per color');
	if (bits === 1 && samples === 2) throw refused('one bit per color and transparency');
	if (interpretation === WHITE_IS_ZERO && !(samples === 1 && CORRECT_DEPTHS.has(bits)))
		throw refused('an unusual kind of grayscale');

	const lengths = readTag(reader, TILE_BYTE_COUNTS);
	readTag(reader, TILE_OFFSETS).forEach((offset, index) => {
		reader.require(offset, lengths[index] ?? 0);
	});
}

/** The values of a tag of the first page, which are in the entry itself if they fit into 4 bytes; none if it lacks the tag. */
function readTag(reader: ByteReader, tag: number): number[] {
	const directory = reader.uint32(4);
	const end = directory + 2 + ENTRY_BYTES * reader.uint16(directory);
	let entry = directory + 2;
	while (entry < end && reader.uint16(entry) !== tag) entry += ENTRY_BYTES;
	if (entry >= end) return [];
	const count = reader.uint32(entry + 4);
	if (count > MAX_VALUES) throw new DamagedError('too many values');
	const length = reader.uint16(entry + 2) === SHORT ? 2 : 4;
	const start = count * length <= 4 ? entry + 8 : reader.uint32(entry + 8);
	return Array.from({ length: count }, (_, index) =>
		length === 2 ? reader.uint16(start + 2 * index) : reader.uint32(start + 4 * index),
	);
}

function refused(contents: string): UnusableError {
	return unsupported(`it is a TIFF file with ${contents}`);
}
