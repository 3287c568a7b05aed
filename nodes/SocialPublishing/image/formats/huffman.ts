import { CutOffError, DamagedError } from '../imageErrors';
import type { ByteReader } from './binaryReader';

/** For each possible value of the next 16 bits: the length of the code that they start with, times 256, and its symbol. */
export type HuffmanTable = Uint16Array;

const CODE_BITS = 16;
const FIRST_RESTART = 0xd0;

/** Adds the tables in a segment of a JPEG to `tables`, by the byte that identifies them (ITU-T T.81, B.2.4.2). */
export function readHuffmanTables(
	{ bytes: content }: ByteReader,
	tables: Map<number, HuffmanTable>,
): void {
	let offset = 0;
	while (offset < content.length) {
		const counts = [...content.subarray(offset + 1, offset + 1 + CODE_BITS)];
		const symbols = content.subarray(offset + 1 + CODE_BITS);
		tables.set(content[offset] ?? 0, makeTable(counts, symbols));
		offset += counts.reduce((sum, count) => sum + count, 1 + CODE_BITS);
	}
}

function makeTable(counts: number[], symbols: Buffer): HuffmanTable {
	const table = new Uint16Array(2 ** CODE_BITS);
	let next = 0;
	let index = 0;
	for (const [position, count] of counts.entries()) {
		const length = position + 1;
		const values = 2 ** (CODE_BITS - length); // that start with one code
		for (let code = 0; code < count; code++, next += values) {
			const symbol = symbols[index++];
			if (symbol === undefined) throw new CutOffError('a Huffman table');
			if (next + values > table.length) throw new DamagedError('too many codes');
			table.fill(length * 256 + symbol, next, next + values);
		}
	}
	return table;
}

/** Reads the codes in a scan of a JPEG up to the next marker. After it, all bits are zero. */
export class EntropyReader {
	private bits = 0;
	private count = 0;
	/** Zeros among `count` that are not in the file. */
	private missing = 0;

	/** @param end the position of the marker that follows the scan */
	constructor(
		private readonly bytes: Buffer,
		private position: number,
		private readonly end: number,
	) {}

	/** The next symbol. */
	symbol(table: HuffmanTable): number {
		this.fill();
		const entry = table[(this.bits >>> (this.count - CODE_BITS)) & 0xffff] ?? 0;
		if (entry === 0) throw new DamagedError('an unknown code');
		this.count -= entry >>> 8;
		return entry & 0xff;
	}

	/** Skips up to 15 bits. */
	skip(count: number): void {
		this.fill();
		this.count -= count;
	}

	/** Checks that all bits read so far are in the file. */
	requireBits(): void {
		if (this.missing > this.count) throw new CutOffError('the picture data');
	}

	/** Checks that a restart marker with this number (0 to 7) follows, and moves behind it. */
	restart(number: number): void {
		this.requireMarker();
		const marker = this.bytes[this.position + 1];
		if (this.position >= this.end || marker !== FIRST_RESTART + number)
			throw new DamagedError('no restart marker');
		this.position += 2;
		this.count = 0;
		this.missing = 0;
	}

	/** Checks that the scan ends here. */
	finish(): void {
		this.requireMarker();
		if (this.position < this.end) throw new DamagedError('more data than blocks');
	}

	/** Moves to the next marker. Less than one byte may be left before it. */
	private requireMarker(): void {
		this.requireBits();
		if (this.count - this.missing >= 8) throw new DamagedError('more data than blocks');
		// The space before a marker may be filled.
		while (this.position < this.end && this.bytes[this.position + 1] === 0xff) this.position++;
	}

	private fill(): void {
		while (this.count <= CODE_BITS) {
			const byte = this.bytes[this.position] ?? 0;
			const isMissing =
				this.position >= this.end || (byte === 0xff && this.bytes[this.position + 1] !== 0);
			this.bits = (this.bits << 8) | (isMissing ? 0 : byte);
			this.count += 8;
			if (isMissing) this.missing += 8;
			else this.position += byte === 0xff ? 2 : 1; // a data byte 0xFF is followed by a zero
		}
	}
}
