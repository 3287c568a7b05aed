import { ByteReader } from './formats/binaryReader';
import { EntropyReader, readHuffmanTables, type HuffmanTable } from './formats/huffman';
import { isFrame, MARKER, type JpegHeader } from './formats/jpeg';
import type { Size } from './formats/picture';
import { CutOffError, DamagedError } from './imageErrors';
import { yieldToEventLoop } from './yieldToEventLoop';

/** Blocks that are read between two pauses, in a few milliseconds. */
const BLOCKS_PER_STEP = 50_000;
const BLOCK_LENGTH = 8;
const COEFFICIENTS = 64;
/** The symbol for 16 zeros. */
const ZEROS = 0xf0;
/** The byte that identifies a table of AC coefficients differs from the one for DC by this. */
const AC = 0x10;

interface Component {
	/** Blocks in each unit of a scan with several components. */
	columns: number;
	rows: number;
	quantization: number;
}

interface Scan {
	components: Array<Component & { dc: HuffmanTable; ac: HuffmanTable }>;
	/** The number of units, each of which has blocks of every component. */
	units: number;
	/** Units between two restart markers; 0 if there are none. */
	interval: number;
}

/**
 * Whether a baseline JPEG (ITU-T T.81) has every block of every component, and nothing else: a decoder fills what is missing
 * with gray. Reads the Huffman codes without decoding the pixels, so it needs neither the codec nor its memory.
 */
export async function isWholeJpeg(bytes: Buffer, jpeg: JpegHeader): Promise<boolean> {
	return await checkScans(bytes, jpeg).then(
		() => true,
		(error: unknown) => {
			if (error instanceof CutOffError || error instanceof DamagedError) return false;
			throw error;
		},
	);
}

async function checkScans(bytes: Buffer, jpeg: JpegHeader): Promise<void> {
	const components = new Map<number, Component>();
	const huffmanTables = new Map<number, HuffmanTable>();
	const quantizations = new Set<number>();
	const seen = new Set<number>();
	let interval = 0;
	for (const [index, { marker, start, end }] of jpeg.segments.entries()) {
		const content = new ByteReader(bytes.subarray(start, end));
		if (marker === MARKER.quantizationTables) readQuantizations(content, quantizations);
		if (marker === MARKER.huffmanTables) readHuffmanTables(content, huffmanTables);
		if (marker === MARKER.restartInterval) interval = content.uint16(0);
		if (isFrame(marker)) readComponents(content, components);
		if (marker !== MARKER.startOfScan) continue;

		const parts = readScan(content, components, huffmanTables);
		for (const [id, { quantization }] of parts) {
			if (seen.has(id) || !quantizations.has(quantization)) throw new DamagedError('the scans');
			seen.add(id);
		}
		const units = countUnits(jpeg, [...parts.values()], [...components.values()]);
		const endOfScan = (jpeg.segments[index + 1]?.start ?? jpeg.end + 2) - 4;
		const reader = new EntropyReader(bytes, end, endOfScan);
		await checkBlocks(reader, { components: [...parts.values()], units, interval });
	}
	if (seen.size < components.size) throw new CutOffError('a scan');
}

/** ITU-T T.81, B.2.4.1. */
function readQuantizations(content: ByteReader, quantizations: Set<number>): void {
	for (let offset = 0; offset < content.length; ) {
		const first = content.uint8(offset);
		const length = 1 + COEFFICIENTS * (first < 16 ? 1 : 2);
		content.require(offset, length);
		quantizations.add(first & 15);
		offset += length;
	}
}

/** ITU-T T.81, B.2.2. */
function readComponents(content: ByteReader, components: Map<number, Component>): void {
	if (components.size > 0) throw new DamagedError('a second frame');
	for (let offset = 6; offset < content.length; offset += 3) {
		const [columns, rows] = [content.uint8(offset + 1) >>> 4, content.uint8(offset + 1) & 15];
		if (columns < 1 || columns > 4 || rows < 1 || rows > 4) throw new DamagedError('the sampling');
		components.set(content.uint8(offset), {
			columns,
			rows,
			quantization: content.uint8(offset + 2),
		});
	}
}

/** The components of a scan, by their ids (ITU-T T.81, B.2.3). */
function readScan(
	content: ByteReader,
	components: Map<number, Component>,
	tables: Map<number, HuffmanTable>,
) {
	const count = content.uint8(0);
	const parts = new Map<number, Scan['components'][number]>();
	for (let index = 0; index < count; index++) {
		const id = content.uint8(1 + 2 * index);
		const selection = content.uint8(2 + 2 * index);
		const component = components.get(id);
		const [dc, ac] = [tables.get(selection >>> 4), tables.get(AC + (selection & 15))];
		if (!component || !dc || !ac) throw new DamagedError('a scan without its tables');
		parts.set(id, { ...component, dc, ac });
	}
	const isSequential = content.uint24(1 + 2 * count) === (COEFFICIENTS - 1) << 8;
	if (parts.size === 0 || parts.size < count || !isSequential) throw new DamagedError('a scan');
	return parts;
}

/** A unit of a scan with one component is a block; it then has no blocks outside the picture. */
function countUnits({ width, height }: Size, parts: Component[], all: Component[]): number {
	const most = (lengths: number[]) => Math.max(...lengths);
	const [columns, rows] = [
		most(all.map((each) => each.columns)),
		most(all.map((each) => each.rows)),
	];
	const [only] = parts;
	const isAlone = parts.length === 1;
	const across = isAlone ? Math.ceil((width * (only?.columns ?? 1)) / columns) : width / columns;
	const down = isAlone ? Math.ceil((height * (only?.rows ?? 1)) / rows) : height / rows;
	return Math.ceil(across / BLOCK_LENGTH) * Math.ceil(down / BLOCK_LENGTH);
}

async function checkBlocks(reader: EntropyReader, scan: Scan): Promise<void> {
	const { components, units, interval } = scan;
	const isAlone = components.length === 1;
	let blocks = 0;
	for (let unit = 0; unit < units; unit++) {
		if (interval > 0 && unit > 0 && unit % interval === 0)
			reader.restart((unit / interval - 1) % 8);
		for (const { columns, rows, dc, ac } of components) {
			const count = isAlone ? 1 : columns * rows;
			for (let block = 0; block < count; block++) readBlock(reader, dc, ac);
			blocks += count;
		}
		reader.requireBits();
		if (blocks < BLOCKS_PER_STEP) continue;
		blocks = 0;
		await yieldToEventLoop();
	}
	reader.finish();
}

/** Each coefficient is a symbol, followed by as many bits as its last four bits state (ITU-T T.81, F.1.2). */
function readBlock(reader: EntropyReader, dc: HuffmanTable, ac: HuffmanTable): void {
	const size = reader.symbol(dc);
	if (size > 15) throw new DamagedError('a coefficient');
	reader.skip(size);
	for (let index = 1; index < COEFFICIENTS; ) {
		const symbol = reader.symbol(ac);
		if ((symbol & 15) === 0 && symbol !== ZEROS) return; // no more coefficients
		index += (symbol >>> 4) + 1;
		if (index > COEFFICIENTS) throw new DamagedError('too many coefficients');
		reader.skip(symbol & 15);
	}
}
