import { findBox, readBoxes, type Box } from '../boxes';
import type { ByteReader } from '../byteReader';
import { DamagedError } from '../errors';
import type { Size } from './size';

/** HEIF (ISO/IEC 23008-12), which HEIC and AVIF are: items described in a `meta` box. */
export function readHeifHeader(reader: ByteReader): Size {
	const file: Box = { type: 'file', start: 0, end: reader.length };
	const meta = findBox(reader, file, 'meta');
	if (!meta) throw new DamagedError('no description of a picture');
	const content = { ...meta, start: meta.start + 4 }; // after version and flags

	const properties = findBox(reader, content, 'iprp');
	const containers = properties && findBox(reader, properties, 'ipco');
	if (!containers) throw new DamagedError('no properties');
	const size = largestExtent(reader, containers);

	const locations = findBox(reader, content, 'iloc');
	if (!locations) throw new DamagedError('no data');
	requireItemData(reader, locations);
	return size;
}

/** The picture itself is the largest of the items; tiles, previews and masks are smaller. */
function largestExtent(reader: ByteReader, containers: Box): Size {
	let largest: Size | undefined;
	for (const box of readBoxes(reader, containers.start, containers.end)) {
		if (box.type !== 'ispe') continue;
		const size = { width: reader.uint32(box.start + 4), height: reader.uint32(box.start + 8) };
		if (!largest || size.width * size.height > largest.width * largest.height) largest = size;
	}
	if (!largest) throw new DamagedError('no dimensions');
	return largest;
}

/** Checks that what the `iloc` box points at in the file is there. */
function requireItemData(reader: ByteReader, box: Box): void {
	const version = reader.uint8(box.start);
	const sizes = reader.uint16(box.start + 4);
	const offsetSize = sizes >>> 12;
	const lengthSize = (sizes >>> 8) & 15;
	const baseOffsetSize = (sizes >>> 4) & 15;
	const indexSize = version > 0 ? sizes & 15 : 0;
	const idSize = version < 2 ? 2 : 4;

	let offset = box.start + 6 + idSize;
	const itemCount = reader.uint(box.start + 6, idSize);
	for (let item = 0; item < itemCount && offset < box.end; item++) {
		offset += idSize;
		// 0: offsets count from the start of the file; others point into boxes or other items.
		const isInFile = version === 0 || (reader.uint16(offset) & 15) === 0;
		if (version > 0) offset += 2;
		const base = reader.uint(offset + 2, baseOffsetSize);
		offset += 2 + baseOffsetSize;
		const extentCount = reader.uint16(offset);
		offset += 2;
		for (let extent = 0; extent < extentCount && offset < box.end; extent++) {
			offset += indexSize;
			const start = base + reader.uint(offset, offsetSize);
			const length = reader.uint(offset + offsetSize, lengthSize);
			offset += offsetSize + lengthSize;
			if (isInFile) reader.require(start, length);
		}
	}
}
