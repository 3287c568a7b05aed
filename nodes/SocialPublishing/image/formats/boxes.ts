import { ByteReader } from './binaryReader';

/** One box of an ISO base media file (ISO/IEC 14496-12): HEIC, AVIF, MP4. */
export interface Box {
	type: string;
	/** The content's first byte and the byte after its last. */
	start: number;
	end: number;
	/** The bytes of the header before the content; absent for a whole file. */
	headerLength?: number;
}

/** More sibling boxes than any genuine file has; this bounds the work on a hostile one. */
const MAX_BOXES = 4096;

/** The boxes between `start` and `end`, in order. Throws `CutOffError` if a box extends past the bytes. */
export function* readBoxes(reader: ByteReader, start: number, end: number): Generator<Box> {
	let offset = start;
	for (let count = 0; offset + 8 <= end && count < MAX_BOXES; count++) {
		const { type, headerLength, length } = readBoxHeader(reader, offset, end - offset);
		reader.require(offset, length);
		yield {
			type,
			start: offset + headerLength,
			end: Math.min(end, offset + length),
			headerLength,
		};
		offset += length;
	}
}

/** The first child of `parent` with this type. */
export function findBox(reader: ByteReader, parent: Box, type: string): Box | undefined {
	for (const box of readBoxes(reader, parent.start, parent.end)) if (box.type === type) return box;
	return undefined;
}

/** The box at the end of a path of types. */
export function findPath(reader: ByteReader, from: Box, types: string[]): Box | undefined {
	return types.reduce<Box | undefined>(
		(parent, type) => parent && findBox(reader, parent, type),
		from,
	);
}

/** @param remaining bytes from `offset` to the end, which is the length of a box that states 0 */
export function readBoxHeader(reader: ByteReader, offset: number, remaining: number) {
	const type = reader.text(offset + 4, 4);
	const size = reader.uint32(offset);
	const headerLength = size === 1 ? 16 : 8;
	const stated = size === 1 ? reader.uint(offset + 8, 8) : size;
	// A length smaller than the header would make a reader loop forever.
	const length = Math.max(headerLength, size === 0 ? remaining : stated);
	return { type, headerLength, length };
}
