import { DamagedError } from '../imageErrors';
import type { ByteReader } from './binaryReader';

/** What determines how a JPEG (ITU-T T.81) must be decoded, and whether it must be encoded again. */
export interface JpegHeader {
	scans: number;
	/** It is as this node writes it: baseline, in color, all colors in one scan, and nothing else in the file. */
	isPlain: boolean;
}

interface JpegSegment {
	marker: number;
	/** Its content. */
	start: number;
	end: number;
}

const BASELINE_FRAME = 0xc0;
const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
/** The frame, the tables, the restart interval and the scan of a baseline JPEG. */
const PLAIN_MARKERS = new Set([BASELINE_FRAME, 0xc4, 0xdb, 0xdd, START_OF_SCAN, END_OF_IMAGE]);
/** A data byte of 0xff, a temporary marker, and a fill byte before a marker. */
const OTHER_STANDALONE = new Set([0x00, 0x01, 0xff]);
const APP0 = 0xe0;
/** The name of an APP0 segment, and the length of its content if it has no thumbnail. */
const JFIF = 'JFIF\0';
const JFIF_BYTES = 14;
const COLORS = 3;
/** In a frame. */
const COMPONENTS_OFFSET = 5;
/** More than any genuine file has. */
const MAX_SEGMENTS = 16_384;

export function readJpegHeader(reader: ByteReader): JpegHeader {
	const segments = readSegments(reader);
	const frames = segments.filter(({ marker }) => marker === BASELINE_FRAME);
	const scans = segments.filter(({ marker }) => marker === START_OF_SCAN);
	const isPlain =
		frames.length === 1 &&
		frames.every(({ start }) => reader.uint8(start + COMPONENTS_OFFSET) === COLORS) &&
		scans.length === 1 &&
		scans.every(({ start }) => reader.uint8(start) === COLORS) &&
		segments.every((each) => PLAIN_MARKERS.has(each.marker) || isBareJfif(reader, each)) &&
		segments.at(-1)?.marker === END_OF_IMAGE &&
		segments.at(-1)?.end === reader.length;
	return { scans: scans.length, isPlain };
}

/** The segments up to the end marker, which may be missing. */
function readSegments(reader: ByteReader): JpegSegment[] {
	const segments: JpegSegment[] = [];
	let offset = 2;
	while (segments.length <= MAX_SEGMENTS) {
		const start = reader.bytes.indexOf(0xff, offset) + 2; // after the marker
		if (start < 2 || start > reader.length) return segments;
		const marker = reader.uint8(start - 1);
		if (marker === END_OF_IMAGE) return [...segments, { marker, start, end: start }];
		offset = isStandalone(marker) ? start - 1 : start + reader.uint16(start);
		if (!isStandalone(marker)) segments.push({ marker, start: start + 2, end: offset });
	}
	throw new DamagedError('too many segments');
}

/** Whether no segment follows: restart markers and the like, a data byte, or a fill byte before a marker. */
function isStandalone(marker: number): boolean {
	return (marker >= 0xd0 && marker <= 0xd8) || OTHER_STANDALONE.has(marker);
}

function isBareJfif(reader: ByteReader, { marker, start, end }: JpegSegment): boolean {
	if (marker !== APP0 || end - start !== JFIF_BYTES) return false;
	return reader.text(start, JFIF.length) === JFIF;
}
