import { BitReader } from './bitReader';
import type { Box } from './boxes';
import type { ByteReader } from './byteReader';
import type { Size } from './size';

const SEQUENCE_PARAMETER_SET = 33;
/** The position of the number of parameter set lists in a decoder configuration (`hvcC`, ISO/IEC 14496-15, 8.3.3). */
const LISTS_OFFSET = 22;

/** The frame sizes in the parameter sets of an H.265 decoder configuration. */
export function* readHevcSizes(reader: ByteReader, box: Box): Generator<Size> {
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
			yield readParameterSet(new BitReader(withoutEscapes(reader.bytes.subarray(start, offset))));
		}
	}
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
