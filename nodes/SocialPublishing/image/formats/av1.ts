import { DamagedError } from '../imageErrors';
import { BitReader, type ByteReader } from './binaryReader';
import { area, type Size } from './picture';

const SEQUENCE_HEADER = 1;
const FRAME_HEADER = 3;
const FRAME = 6;
/** More than any genuine picture has. */
const MAX_UNITS = 256;

interface Av1Frames {
	/** The largest size of a frame, from the sequence headers (AV1 specification, 5.3 and 5.5). */
	size: Size;
	/** The decoder decodes each, even if only one is shown. */
	frames: number;
}

/** The frames of AV1 data; undefined if it has no sequence header. */
export function readAv1Frames(reader: ByteReader): Av1Frames | undefined {
	let size: Size | undefined;
	let frames = 0;
	let offset = 0;
	for (let count = 0; offset < reader.length; count++) {
		if (count === MAX_UNITS) throw new DamagedError('too many units');
		const unit = readUnit(reader, offset, reader.length);
		if (unit.type === SEQUENCE_HEADER) {
			const next = readSequenceHeader(new BitReader(reader.bytes.subarray(unit.start, unit.end)));
			size = size && area(size) > area(next) ? size : next;
		}
		if (unit.type === FRAME || unit.type === FRAME_HEADER) frames++;
		offset = unit.end;
	}
	return size && { size, frames };
}

function readUnit(reader: ByteReader, offset: number, end: number) {
	const header = reader.uint8(offset);
	const hasExtension = (header & 4) !== 0;
	const hasSize = (header & 2) !== 0;
	let start = offset + (hasExtension ? 2 : 1);
	let size = 0;
	if (hasSize) {
		for (let shift = 0; ; shift += 7) {
			const byte = reader.uint8(start++);
			size += (byte & 0x7f) * 2 ** shift;
			if (byte < 0x80 || shift >= 49) break;
		}
	}
	return { type: (header >>> 3) & 15, start, end: hasSize ? Math.min(end, start + size) : end };
}

function readSequenceHeader(reader: BitReader): Size {
	reader.skip(4); // profile, still picture
	const isReduced = reader.flag();
	if (isReduced) reader.skip(5);
	else skipOperatingPoints(reader);
	const widthBits = reader.bits(4) + 1;
	const heightBits = reader.bits(4) + 1;
	return { width: reader.bits(widthBits) + 1, height: reader.bits(heightBits) + 1 };
}

/** Skips the fields between the profile and the dimensions, which the reduced header of a still picture lacks. */
function skipOperatingPoints(reader: BitReader): void {
	const delayBits = skipTiming(reader);
	const hasDisplayDelay = reader.flag();
	const count = reader.bits(5) + 1;
	for (let point = 0; point < count; point++) {
		reader.skip(12);
		const level = reader.bits(5);
		if (level > 7) reader.skip(1);
		if (delayBits !== undefined && reader.flag()) reader.skip(2 * delayBits + 1);
		if (hasDisplayDelay && reader.flag()) reader.skip(4);
	}
}

/** Returns the number of bits in each delay of an operating point; undefined if there are none. */
function skipTiming(reader: BitReader): number | undefined {
	const hasTiming = reader.flag();
	if (!hasTiming) return undefined;
	reader.skip(64);
	const isEven = reader.flag();
	if (isEven) reader.exponentialGolomb();
	const hasDecoderModel = reader.flag();
	if (!hasDecoderModel) return undefined;
	const delayBits = reader.bits(5) + 1;
	reader.skip(42);
	return delayBits;
}
