import { findBox, readBoxes, type Box } from './boxes';
import type { ByteReader } from './byteReader';
import { readHevcSizes } from './hevc';
import { area, type Size } from './size';

/** The configuration of an H.265 decoder. */
export interface Configuration {
	/** The `hvcC` box. */
	box: Box;
	/** The largest frame that it announces. */
	size: Size;
}

/** More items than any genuine file has. */
const MAX_ITEMS = 4096;

/**
 * Finds the configurations of the H.265 decoder in a file, and those of an item by the `ipma` box (ISO/IEC 23008-12, 9.3).
 * Of several, it is the one with the largest frames.
 */
export function readConfigurations(
	reader: ByteReader,
	properties: Box,
	containers: Box,
): { all: Configuration[]; of(item: number): Configuration | undefined } {
	const boxes = [...readBoxes(reader, containers.start, containers.end)];
	const byPosition = boxes.map((box) => readConfiguration(reader, box));
	const all = byPosition.filter((each) => each !== undefined);
	const largest = largestOf(all);
	const positions = readAssociations(reader, properties);
	return {
		all,
		of: (item) =>
			largestOf((positions.get(item) ?? []).map((position) => byPosition[position - 1])) ?? largest,
	};
}

function readConfiguration(reader: ByteReader, box: Box): Configuration | undefined {
	if (box.type !== 'hvcC') return undefined;
	const sizes = [...readHevcSizes(reader, box)];
	const size = largestOf(sizes.map((each) => ({ size: each })))?.size;
	return size && { box, size };
}

function largestOf<T extends { size: Size }>(list: Array<T | undefined>): T | undefined {
	return list.reduce(
		(largest, each) =>
			largest && (!each || area(largest.size) >= area(each.size)) ? largest : each,
		undefined,
	);
}

/** The properties of each item, as their positions in the list, which count from 1. */
function readAssociations(reader: ByteReader, properties: Box): Map<number, number[]> {
	const associations = new Map<number, number[]>();
	const box = findBox(reader, properties, 'ipma');
	if (!box) return associations;
	const idSize = reader.uint8(box.start) === 0 ? 2 : 4;
	const indexSize = (reader.uint8(box.start + 3) & 1) === 0 ? 1 : 2;
	const mask = indexSize === 1 ? 0x7f : 0x7fff; // without the bit that says whether it is essential
	let offset = box.start + 8;
	while (offset + idSize < box.end && associations.size < MAX_ITEMS) {
		const item = reader.uint(offset, idSize);
		const count = reader.uint8(offset + idSize);
		offset += idSize + 1;
		const indices: number[] = [];
		for (let index = 0; index < count && offset < box.end; index++, offset += indexSize) {
			indices.push(reader.uint(offset, indexSize) & mask);
		}
		associations.set(item, indices);
	}
	return associations;
}
