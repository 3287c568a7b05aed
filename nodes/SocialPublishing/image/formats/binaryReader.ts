import { CutOffError } from '../imageErrors';

/** Reads numbers and text from untrusted bytes. Throws `CutOffError` for a position outside them. */
export class ByteReader {
	constructor(
		readonly bytes: Buffer,
		readonly littleEndian = false,
	) {}

	get length(): number {
		return this.bytes.length;
	}

	uint8(offset: number): number {
		return this.bytes.readUInt8(this.require(offset, 1));
	}

	uint16(offset: number): number {
		this.require(offset, 2);
		return this.littleEndian ? this.bytes.readUInt16LE(offset) : this.bytes.readUInt16BE(offset);
	}

	uint32(offset: number): number {
		this.require(offset, 4);
		return this.littleEndian ? this.bytes.readUInt32LE(offset) : this.bytes.readUInt32BE(offset);
	}

	/** An unsigned big-endian number of 0 to 8 bytes. Above 2^53 it is inexact, but no file is that large. */
	uint(offset: number, length: number): number {
		if (length > 6)
			return this.uint(offset, length - 4) * 2 ** 32 + this.uint32(offset + length - 4);
		this.require(offset, length);
		return length === 0 ? 0 : this.bytes.readUIntBE(offset, length);
	}

	text(offset: number, length: number): string {
		this.require(offset, length);
		return this.bytes.toString('latin1', offset, offset + length);
	}

	/** Checks that `length` bytes from `offset` exist and returns `offset`. */
	require(offset: number, length: number): number {
		if (offset < 0 || offset + length > this.bytes.length) {
			throw new CutOffError(`${length} bytes at ${offset} of ${this.bytes.length}`);
		}
		return offset;
	}
}

/** Reads numbers bit by bit, most significant bit first. Throws `CutOffError` at the end of the bytes. */
export class BitReader {
	private position = 0;

	constructor(private readonly bytes: Buffer) {}

	/** An unsigned number of up to 32 bits. */
	bits(count: number): number {
		let value = 0;
		for (let bit = 0; bit < count; bit++) {
			const byte = this.bytes[this.position >>> 3];
			if (byte === undefined) throw new CutOffError(`bit ${this.position}`);
			value = value * 2 + ((byte >>> (7 - (this.position & 7))) & 1);
			this.position++;
		}
		return value;
	}

	flag(): boolean {
		return this.bits(1) === 1;
	}

	skip(count: number): void {
		this.position += count;
	}

	/** A number in exponential-Golomb coding, called `uvlc` in AV1 and `ue` in H.265. */
	exponentialGolomb(): number {
		let zeros = 0;
		while (!this.flag()) if (++zeros > 31) return 2 ** 32 - 1;
		return 2 ** zeros - 1 + this.bits(zeros);
	}
}

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
