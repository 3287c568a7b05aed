import { DamagedError, unsupported } from '../imageErrors';
import { readAv1Frames } from './av1';
import { ByteReader, findBox, findPath, readBoxes, type Box } from './binaryReader';
import { readCodedItems, refuseNesting, type CodedItem } from './heifItems';
import { readHevcData, readHevcSizes } from './hevc';
import { area, type PictureHeader, type Size } from './picture';

/** Codecs encode whole blocks, so a frame may exceed its picture by less than one block, in pixels. */
const MAX_BLOCK_LENGTH = 128;
/** In the properties that select a part of the layers of an AV1 item. */
const ALL_LAYERS = 0xffff;
const FIRST_OPERATING_POINT = 0;

/** HEIF (ISO/IEC 23008-12), the container of HEIC and AVIF: items described in a `meta` box. */
export function readHeifHeader(reader: ByteReader): PictureHeader {
	const file: Box = { type: 'file', start: 0, end: reader.length };
	const meta = findBox(reader, file, 'meta');
	if (!meta) {
		throw findBox(reader, file, 'moov')
			? unsupported('it contains a sequence of pictures, but no still picture')
			: new DamagedError('no meta box');
	}
	const content = { ...meta, start: meta.start + 4 }; // after version and flags

	const properties = findBox(reader, content, 'iprp');
	const containers = properties && findBox(reader, properties, 'ipco');
	if (!containers) throw new DamagedError('no properties');
	const boxes = [...readBoxes(reader, containers.start, containers.end)];
	refuseLayers(reader, boxes);
	const size = largestExtent(reader, boxes);
	refuseNesting(reader, content);
	const configurations = boxes.map((box) => readConfiguration(reader, box));
	const largest = largestOf(configurations);
	const associations = readAssociations(reader, properties);
	for (const each of configurations) if (each) refuseLarger(each.size, size);
	let decodedPixels = 0;
	for (const item of readCodedItems(reader, content)) {
		const positions = associations.get(item.id) ?? [];
		// If an item has several configurations, or none of its own, the one with the largest frames counts.
		const own = largestOf(positions.map((position) => configurations[position - 1]));
		const frames = readFrames(reader, item, own ?? largest);
		if (!frames) continue;
		refuseLarger(frames.size, size);
		decodedPixels += area(frames.size) * Math.max(1, frames.frames);
	}
	const hasMore = isSequence(reader, file);
	return {
		...size,
		...(decodedPixels > area(size) && { decodedPixels }),
		...(hasMore && { hasMore }),
	};
}

/** Whether a HEIF has a track of pictures, as a burst or an animated AVIF has. */
function isSequence(reader: ByteReader, file: Box): boolean {
	const movie = findBox(reader, file, 'moov');
	const sizes = movie && findPath(reader, movie, ['trak', 'mdia', 'minf', 'stbl', 'stsz']);
	// The number of samples follows version, flags and their common size.
	return sizes !== undefined && reader.uint32(sizes.start + 8) > 1;
}

/** The codec ignores which of the layers of an AV1 item is the picture, and would show another one. */
function refuseLayers(reader: ByteReader, boxes: Box[]): void {
	for (const { type, start } of boxes) {
		const selectsLayer = type === 'lsel' && reader.uint16(start) !== ALL_LAYERS;
		const selectsPoint = type === 'a1op' && reader.uint8(start) !== FIRST_OPERATING_POINT;
		if (selectsLayer || selectsPoint) {
			throw unsupported('the picture is one of several layers in the file');
		}
	}
}

/** The dimensions of the largest item, which is the picture itself; tiles, previews and masks are smaller. */
function largestExtent(reader: ByteReader, boxes: Box[]): Size {
	const extents = boxes
		.filter(({ type }) => type === 'ispe')
		.map(({ start }) => ({ width: reader.uint32(start + 4), height: reader.uint32(start + 8) }));
	if (extents.length === 0) throw new DamagedError('no dimensions');
	return largestSize(extents);
}

/** The frames of one item; undefined if the decoder finds none. */
function readFrames(
	reader: ByteReader,
	{ type, data }: CodedItem,
	configuration: Configuration | undefined,
) {
	const coded = new ByteReader(data);
	if (type === 'av01') return readAv1Frames(coded);
	if (!configuration) return undefined;
	const { pictures, sizes } = readHevcData(reader, configuration.box, coded);
	const size = largestSize([configuration.size, ...sizes]);
	return { size, frames: pictures };
}

/** The decoder itself notices the mismatch only after it has decoded the frame, however large. */
function refuseLarger(frame: Size, picture: Size): void {
	const isLarger =
		frame.width >= picture.width + MAX_BLOCK_LENGTH ||
		frame.height >= picture.height + MAX_BLOCK_LENGTH;
	if (isLarger) throw new DamagedError(`a frame of ${frame.width}×${frame.height}`);
}

/** The configuration of an H.265 decoder. */
interface Configuration {
	/** The `hvcC` box. */
	box: Box;
	/** The largest frame that it announces; without pixels if the parameter sets are inside the data. */
	size: Size;
}

/** More items than any genuine file has. */
const MAX_ITEMS = 4096;

function readConfiguration(reader: ByteReader, box: Box): Configuration | undefined {
	if (box.type !== 'hvcC') return undefined;
	return { box, size: largestSize([...readHevcSizes(reader, box)]) };
}

function largestSize(sizes: Size[]): Size {
	return largestOf(sizes.map((size) => ({ size })))?.size ?? { width: 0, height: 0 };
}

/** The entry with the largest size; entries that are undefined do not count. */
function largestOf<T extends { size: Size }>(list: Array<T | undefined>): T | undefined {
	return list.reduce(
		(largest, each) =>
			largest && (!each || area(largest.size) >= area(each.size)) ? largest : each,
		undefined,
	);
}

/** The properties of each item by the `ipma` box (ISO/IEC 23008-12, 9.3), as their positions in the list, which count from 1. */
function readAssociations(reader: ByteReader, properties: Box): Map<number, number[]> {
	const associations = new Map<number, number[]>();
	const box = findBox(reader, properties, 'ipma');
	if (!box) return associations;
	const idSize = reader.uint8(box.start) === 0 ? 2 : 4;
	const indexSize = (reader.uint8(box.start + 3) & 1) === 0 ? 1 : 2;
	const mask = indexSize === 1 ? 0x7f : 0x7fff; // without the bit that marks an essential property
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
