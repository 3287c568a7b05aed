import { DamagedError, OTHER_FORMAT_ADVICE, UnsupportedError } from '../imageErrors';
import { readAv1Frames } from './av1';
import { ByteReader } from './binaryReader';
import { findBox, readBoxes, type Box } from './boxes';
import { readCodedItems, refuseNesting, type CodedItem } from './heifItems';
import { isSequence } from './heifSequence';
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
	if (!meta) throw findBox(reader, file, 'moov') ? onlySequence() : new DamagedError('no meta box');
	const content = { ...meta, start: meta.start + 4 }; // after version and flags

	const properties = findBox(reader, content, 'iprp');
	const containers = properties && findBox(reader, properties, 'ipco');
	if (!containers) throw new DamagedError('no properties');
	refuseLayers(reader, containers);
	const size = largestExtent(reader, containers);
	refuseNesting(reader, content);
	const configurations = readConfigurations(reader, properties, containers);
	for (const configuration of configurations.all) refuseLarger(configuration.size, size);
	let decodedPixels = 0;
	let dataBytes = 0;
	for (const item of readCodedItems(reader, content)) {
		const frames = readFrames(reader, item, configurations.of(item.id));
		if (!frames) continue;
		refuseLarger(frames.size, size);
		dataBytes += item.data.length;
		decodedPixels += area(frames.size) * Math.max(1, frames.frames);
	}
	const hasMore = isSequence(reader, file);
	return {
		...size,
		...(decodedPixels > area(size) && { decodedPixels }),
		...(dataBytes > reader.length && { dataBytes }),
		...(hasMore && { hasMore }),
	};
}

function onlySequence(): UnsupportedError {
	return unsupported('it contains a sequence of pictures, but no still picture');
}

/** The codec ignores which of the layers of an AV1 item is the picture, and would show another one. */
function refuseLayers(reader: ByteReader, containers: Box): void {
	for (const { type, start } of readBoxes(reader, containers.start, containers.end)) {
		const selectsLayer = type === 'lsel' && reader.uint16(start) !== ALL_LAYERS;
		const selectsPoint = type === 'a1op' && reader.uint8(start) !== FIRST_OPERATING_POINT;
		if (selectsLayer || selectsPoint) {
			throw unsupported('the picture is one of several layers in the file');
		}
	}
}

function unsupported(reason: string): UnsupportedError {
	return new UnsupportedError(`${reason}, which is not supported`, OTHER_FORMAT_ADVICE);
}

/** The dimensions of the largest item, which is the picture itself; tiles, previews and masks are smaller. */
function largestExtent(reader: ByteReader, containers: Box): Size {
	let largest: Size | undefined;
	for (const box of readBoxes(reader, containers.start, containers.end)) {
		if (box.type !== 'ispe') continue;
		const size = { width: reader.uint32(box.start + 4), height: reader.uint32(box.start + 8) };
		if (!largest || area(size) > area(largest)) largest = size;
	}
	if (!largest) throw new DamagedError('no dimensions');
	return largest;
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

/**
 * Finds the configurations of the H.265 decoder in a file, and those of an item by the `ipma` box (ISO/IEC 23008-12, 9.3).
 * If there are several, the one with the largest frames counts.
 */
function readConfigurations(
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
	return { box, size: largestSize([...readHevcSizes(reader, box)]) };
}

function largestSize(sizes: Size[]): Size {
	return largestOf(sizes.map((size) => ({ size })))?.size ?? { width: 0, height: 0 };
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
