import { DamagedError } from '../imageErrors';
import { findBox, readBoxes, type Box, type ByteReader } from './binaryReader';

/** A picture or tile as a codec has encoded it. */
export interface CodedItem {
	id: number;
	type: string;
	data: Buffer;
}

const CODED_TYPES = new Set(['av01', 'hvc1', 'hev1']);
/** Items that the decoder composes from others. */
const COMPOSED_TYPES = new Set(['grid', 'iovl', 'iden']);

/** More than any genuine file has: a photo of 48 megapixels has about 200 tiles. */
const MAX_EXTENTS = 4096;
const MAX_FIELD_BYTES = 8;
/** Equal tiles of one color, such as those of a gain map, may share their data. */
const MAX_SHARED_BYTES = 1_000_000;

/**
 * The coded items of a `meta` box. Data that is inside other items, as that of a grid may be, is left out. Also checks that the
 * data of every item is in the file.
 *
 * @throws CutOffError if the file ends before the data; DamagedError if items share much data, because a small file could
 *   then announce any amount of data
 */
export function* readCodedItems(reader: ByteReader, meta: Box): Generator<CodedItem> {
	const box = findBox(reader, meta, 'iloc');
	if (!box) throw new DamagedError('no data');
	const types = readItemTypes(reader, meta);
	const dataBox = findBox(reader, meta, 'idat');
	const version = reader.uint8(box.start);
	const sizes = reader.uint16(box.start + 4);
	if ([12, 8, 4, 0].some((shift) => ((sizes >>> shift) & 15) > MAX_FIELD_BYTES)) {
		throw new DamagedError('a field of an impossible length');
	}
	const offsetSize = sizes >>> 12;
	const lengthSize = (sizes >>> 8) & 15;
	const baseOffsetSize = (sizes >>> 4) & 15;
	const indexSize = version > 0 ? sizes & 15 : 0;
	const idSize = version < 2 ? 2 : 4;
	const extentSize = indexSize + offsetSize + lengthSize;

	let offset = box.start + 6 + idSize;
	const itemCount = reader.uint(box.start + 6, idSize);
	let found = 0;
	let totalBytes = 0;
	for (let index = 0; index < itemCount && offset < box.end; index++) {
		const id = reader.uint(offset, idSize);
		const type = types.get(id) ?? '';
		const parts: Buffer[] = [];
		offset += idSize;
		const method = version === 0 ? 0 : reader.uint16(offset) & 15;
		if (version > 0) offset += 2;
		// 0: from the start of the file; 1: from the start of the `idat` box; others point into other items.
		const origin = [0, dataBox?.start][method];
		const base = reader.uint(offset + 2, baseOffsetSize);
		offset += 2 + baseOffsetSize;
		const extentCount = reader.uint16(offset);
		offset += 2;
		// Nothing in the file would bound their number.
		if (extentSize === 0 && extentCount > 1) throw new DamagedError('no data');
		for (let extent = 0; extent < extentCount && offset < box.end; extent++) {
			offset += indexSize;
			if (++found > MAX_EXTENTS) throw new DamagedError('too many extents');
			const position = base + reader.uint(offset, offsetSize);
			const length = reader.uint(offset + offsetSize, lengthSize);
			offset += offsetSize + lengthSize;
			if (origin === undefined) continue;
			const start = reader.require(origin + position, length);
			if (!CODED_TYPES.has(type)) continue;
			totalBytes += length;
			if (totalBytes > reader.length + MAX_SHARED_BYTES)
				throw new DamagedError('items that share data');
			parts.push(reader.bytes.subarray(start, start + length));
		}
		if (parts.length > 0) yield { id, type, data: Buffer.concat(parts) };
	}
}

/** The types of the items by their IDs, from the `iinf` box. */
function readItemTypes(reader: ByteReader, meta: Box): Map<number, string> {
	const types = new Map<number, string>();
	const box = findBox(reader, meta, 'iinf');
	if (!box) return types;
	const countSize = reader.uint8(box.start) === 0 ? 2 : 4;
	for (const entry of readBoxes(reader, box.start + 4 + countSize, box.end)) {
		const idSize = reader.uint8(entry.start) < 3 ? 2 : 4;
		const id = reader.uint(entry.start + 4, idSize);
		types.set(id, reader.text(entry.start + 4 + idSize + 2, 4));
	}
	return types;
}

/** Refuses items composed of composed items: with each level, a decoder's work could double. */
export function refuseNesting(reader: ByteReader, meta: Box): void {
	const references = findBox(reader, meta, 'iref');
	if (!references) return;
	const types = readItemTypes(reader, meta);
	const isComposed = (id: number) => COMPOSED_TYPES.has(types.get(id) ?? '');
	const idSize = reader.uint8(references.start) === 0 ? 2 : 4;
	for (const box of readBoxes(reader, references.start + 4, references.end)) {
		if (box.type !== 'dimg' || !isComposed(reader.uint(box.start, idSize))) continue;
		for (let offset = box.start + idSize + 2; offset + idSize <= box.end; offset += idSize) {
			if (isComposed(reader.uint(offset, idSize))) throw new DamagedError('nested items');
		}
	}
}
