import { DamagedError } from '../imageErrors';
import { BitReader, ByteReader, type Box } from './binaryReader';
import type { Size } from './picture';

const SEQUENCE_PARAMETER_SET = 33;
/** Units up to this type are slices of a picture. */
const MAX_SLICE_TYPE = 31;
/** The dimensions are near the start of a parameter set. */
const PARAMETER_SET_BYTES = 256;
/** More than any genuine picture has. */
const MAX_UNITS = 1024;
/** The position of the number of bytes in a unit's length, less one. */
const LENGTH_SIZE_OFFSET = 21;
/** The position of the number of parameter set lists in a decoder configuration (`hvcC`, ISO/IEC 14496-15, 8.3.3). */
const LISTS_OFFSET = 22;

/** The frame sizes in the parameter sets of an H.265 decoder configuration. */
export function* readHevcSizes(file: ByteReader, box: Box): Generator<Size> {
	const reader = new ByteReader(file.bytes.subarray(0, box.end)); // nothing after the box
	let offset = box.start + LISTS_OFFSET;
	const listCount = reader.uint8(offset++);
	for (let list = 0; list < listCount; list++) {
		const type = reader.uint8(offset) & 63;
		const count = reader.uint16(offset + 1);
		offset += 3;
		for (let set = 0; set < count; set++) {
			const length = reader.uint16(offset);
			const start = reader.require(offset + 2, length);
			offset = start + length;
			if (type !== SEQUENCE_PARAMETER_SET) continue;
			yield readSize(reader, start, offset);
		}
	}
}

/** What the decoder finds in the data of one item. */
interface HevcData {
	/** The decoder decodes each of them. */
	pictures: number;
	/** The frame sizes in parameter sets inside the data, as cameras write them, too. */
	sizes: Size[];
}

/** @param configuration the item's `hvcC` box */
export function readHevcData(file: ByteReader, configuration: Box, data: ByteReader): HevcData {
	const lengthSize = (file.uint8(configuration.start + LENGTH_SIZE_OFFSET) & 3) + 1;
	const sizes: Size[] = [];
	let pictures = 0;
	let offset = 0;
	// A unit has a header of two bytes, and a slice begins after it.
	for (let count = 0; offset + lengthSize + 2 < data.length; count++) {
		if (count === MAX_UNITS) throw new DamagedError('too many units');
		const start = offset + lengthSize;
		const length = data.uint(offset, lengthSize);
		const type = (data.uint8(start) >>> 1) & 63;
		if (type === SEQUENCE_PARAMETER_SET) sizes.push(readSize(data, start, start + length));
		// The first slice of a picture sets the first bit.
		if (type <= MAX_SLICE_TYPE && data.uint8(start + 2) >= 0x80) pictures++;
		offset = start + length;
	}
	return { pictures, sizes };
}

function readSize({ bytes }: ByteReader, start: number, end: number): Size {
	const content = bytes.subarray(start, Math.min(end, start + PARAMETER_SET_BYTES));
	return readParameterSet(new BitReader(withoutEscapes(content)));
}

/** H.265, 7.3.2.2 and 7.3.3. */
function readParameterSet(reader: BitReader): Size {
	reader.skip(16 + 4); // the unit's header and the id of the video parameter set
	const subLayers = reader.bits(3);
	reader.skip(1 + 96);
	const present = Array.from({ length: subLayers }, () => ({
		profile: reader.flag(),
		level: reader.flag(),
	}));
	if (subLayers > 0) reader.skip(2 * (8 - subLayers));
	for (const { profile, level } of present) reader.skip((profile ? 88 : 0) + (level ? 8 : 0));
	reader.exponentialGolomb(); // the id of this parameter set
	const chromaFormat = reader.exponentialGolomb();
	if (chromaFormat === 3) reader.skip(1);
	return { width: reader.exponentialGolomb(), height: reader.exponentialGolomb() };
}

/** Removes the emulation prevention bytes: a 3 after two zeros, which keeps the data from looking like a start code. */
function withoutEscapes(bytes: Buffer): Buffer {
	return Buffer.from(
		bytes.filter(
			(byte, index) => !(byte === 3 && bytes[index - 1] === 0 && bytes[index - 2] === 0),
		),
	);
}
