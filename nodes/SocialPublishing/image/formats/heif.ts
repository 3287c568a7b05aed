import { DamagedError } from '../imageErrors';
import { readAv1Size } from './av1';
import { findBox, readBoxes, type Box } from './boxes';
import type { ByteReader } from './byteReader';
import { readExtents } from './heifItems';
import { readHevcSizes } from './hevc';
import type { Size } from './size';

/** By how many pixels a frame may be larger than the picture in it: codecs work in blocks. */
const LARGEST_BLOCK = 128;

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
	for (const frame of readFrameSizes(reader, content, containers)) refuseLarger(frame, size);
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

/** What the coded data themselves say; reads where all the data are on the way. */
function* readFrameSizes(reader: ByteReader, meta: Box, containers: Box): Generator<Size> {
	for (const box of readBoxes(reader, containers.start, containers.end)) {
		if (box.type === 'hvcC') yield* readHevcSizes(reader, box);
	}
	for (const { type, start, length } of readExtents(reader, meta)) {
		const size = type === 'av01' ? readAv1Size(reader, start, length) : undefined;
		if (size) yield size;
	}
}

/** The decoder notices the contradiction only after it has decoded the frame, however large it is. */
function refuseLarger(frame: Size, picture: Size): void {
	const isLarger =
		frame.width >= picture.width + LARGEST_BLOCK || frame.height >= picture.height + LARGEST_BLOCK;
	if (isLarger) throw new DamagedError(`a frame of ${frame.width}×${frame.height}`);
}
