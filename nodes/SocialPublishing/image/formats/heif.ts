import { DamagedError } from '../imageErrors';
import { readAv1Size } from './av1';
import { findBox, readBoxes, type Box } from './boxes';
import type { ByteReader } from './byteReader';
import { readExtents } from './heifItems';
import { readHevcSizes } from './hevc';
import type { Size } from './size';

/** Codecs encode whole blocks, so a frame may exceed its picture by less than one block, in pixels. */
const MAX_BLOCK_LENGTH = 128;

/** HEIF (ISO/IEC 23008-12), the container of HEIC and AVIF: items described in a `meta` box. */
export function readHeifHeader(reader: ByteReader): Size {
	const file: Box = { type: 'file', start: 0, end: reader.length };
	const meta = findBox(reader, file, 'meta');
	if (!meta) throw new DamagedError('no meta box');
	const content = { ...meta, start: meta.start + 4 }; // after version and flags

	const properties = findBox(reader, content, 'iprp');
	const containers = properties && findBox(reader, properties, 'ipco');
	if (!containers) throw new DamagedError('no properties');
	const size = largestExtent(reader, containers);
	for (const frame of readFrameSizes(reader, content, containers)) refuseLarger(frame, size);
	return size;
}

/** The dimensions of the largest item, which is the picture itself; tiles, previews and masks are smaller. */
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

/** The sizes that the encoded data state. Also checks that the data of every item is in the file. */
function* readFrameSizes(reader: ByteReader, meta: Box, containers: Box): Generator<Size> {
	for (const box of readBoxes(reader, containers.start, containers.end)) {
		if (box.type === 'hvcC') yield* readHevcSizes(reader, box);
	}
	for (const { type, start, length } of readExtents(reader, meta)) {
		const size = type === 'av01' ? readAv1Size(reader, start, length) : undefined;
		if (size) yield size;
	}
}

/** The decoder itself notices the mismatch only after it has decoded the frame, however large. */
function refuseLarger(frame: Size, picture: Size): void {
	const isLarger =
		frame.width >= picture.width + MAX_BLOCK_LENGTH ||
		frame.height >= picture.height + MAX_BLOCK_LENGTH;
	if (isLarger) throw new DamagedError(`a frame of ${frame.width}×${frame.height}`);
}
