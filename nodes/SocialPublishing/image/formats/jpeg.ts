import { CutOffError, DamagedError, MissingEndError } from '../imageErrors';
import type { ByteReader } from './binaryReader';

export interface JpegHeader {
	width: number;
	height: number;
	components: number;
	scans: number;
	/** Samples (pixels of a component) that the decoder processes in all scans together. */
	scannedSamples: number;
	/** The offset after the end marker; the bytes that follow are not part of the picture. */
	end: number;
	segments: JpegSegment[];
}

export interface JpegSegment {
	marker: number;
	start: number;
	end: number;
}

export const MARKER = {
	startOfFrameBaseline: 0xc0,
	huffmanTables: 0xc4,
	endOfImage: 0xd9,
	startOfScan: 0xda,
	quantizationTables: 0xdb,
	restartInterval: 0xdd,
	app0: 0xe0,
} as const;

/** The segments of a baseline JPEG that determine its pixels. */
const PICTURE_MARKERS: ReadonlySet<number> = new Set([
	MARKER.startOfFrameBaseline,
	MARKER.huffmanTables,
	MARKER.startOfScan,
	MARKER.quantizationTables,
	MARKER.restartInterval,
]);
/** The name of a JFIF segment, and the length of its content if it has no thumbnail. */
const JFIF = 'JFIF\0';
const JFIF_BYTES = 14;
const COLORS = 3;

/** A block of 8×8 pixels takes about one bit or more, which makes 512 pixels per byte; this leaves a margin. */
const MAX_PIXELS_PER_BYTE = 2048;
/** More than any genuine file has. */
const MAX_SCANS = 64;
const MAX_SEGMENTS = 16_384;
const BLOCK_LENGTH = 8;
/** Meaningless markers that are tolerated even in a small picture. */
const EXTRA_MARKERS = 1_000;

/** JPEG (ITU-T T.81): segments up to the first scan, then scans up to the end marker. */
export function readJpegHeader(reader: ByteReader): JpegHeader {
	const segments: JpegSegment[] = [];
	let scans = 0;
	let restarts = 0;
	let frame: JpegSegment | undefined;
	let offset = 2;
	for (;;) {
		offset = nextMarker(reader, offset, scans > 0);
		const marker = reader.uint8(offset - 1);
		if (marker === MARKER.endOfImage) break;
		if (isStandalone(marker)) {
			restarts++;
			continue;
		}
		const length = reader.uint16(offset);
		if (length < 2) throw new DamagedError('a segment without content');
		reader.require(offset, length);
		const segment = { marker, start: offset + 2, end: offset + length };
		segments.push(segment);
		if (segments.length > MAX_SEGMENTS) throw new DamagedError('too many segments');
		if (isFrame(marker)) frame ??= checkedFrame(reader, segment);
		if (marker === MARKER.startOfScan) scans++;
		if (scans > MAX_SCANS) throw new DamagedError('too many scans');
		offset = segment.end;
	}
	if (!frame || scans === 0) throw new DamagedError('no picture data');

	const height = reader.uint16(frame.start + 1);
	const width = reader.uint16(frame.start + 3);
	if (width * height > offset * MAX_PIXELS_PER_BYTE) {
		throw new DamagedError('too little data for its dimensions');
	}
	const components = reader.uint8(frame.start + 5);
	// There is at most one restart marker after each block of each component.
	const blocks = Math.ceil(width / BLOCK_LENGTH) * Math.ceil(height / BLOCK_LENGTH);
	if (restarts > blocks * scans * components + EXTRA_MARKERS)
		throw new DamagedError('too many markers');
	return {
		width,
		height,
		components,
		scans,
		scannedSamples: width * height * samplesPerPixel(reader, frame, segments),
		end: offset,
		segments,
	};
}

/** Checks that a frame has three bytes for each of its components. Decoders refuse any other frame. */
function checkedFrame(reader: ByteReader, frame: JpegSegment): JpegSegment {
	const components = reader.uint8(frame.start + 5);
	const length = frame.end - frame.start;
	if (components === 0 || length !== 6 + 3 * components) {
		throw new DamagedError('a frame of the wrong length');
	}
	return frame;
}

/** The offset after the next marker. In a scan, 0xFF 0x00 is a data byte, not a marker. */
function nextMarker({ bytes }: ByteReader, from: number, isAfterScan: boolean): number {
	for (let offset = from; offset + 1 < bytes.length; offset++) {
		if (bytes[offset] !== 0xff) continue;
		const next = bytes[offset + 1];
		if (next !== 0 && next !== 0xff) return offset + 2;
	}
	throw isAfterScan ? new MissingEndError('no end marker') : new CutOffError('no marker');
}

/** Samples per pixel in all scans together. Each scan contains some of the components, which may have a lower resolution. */
function samplesPerPixel(reader: ByteReader, frame: JpegSegment, segments: JpegSegment[]): number {
	const densities = new Map<number, number>();
	for (let entry = frame.start + 6; entry + 3 <= frame.end; entry += 3) {
		const factors = reader.uint8(entry + 1);
		densities.set(reader.uint8(entry), (factors >>> 4) * (factors & 15));
	}
	const finest = Math.max(1, ...densities.values());
	let samples = 0;
	for (const { marker, start, end } of segments) {
		if (marker !== MARKER.startOfScan) continue;
		const count = Math.min(reader.uint8(start), (end - start) / 2);
		for (let index = 0; index < count; index++) {
			samples += (densities.get(reader.uint8(start + 1 + 2 * index)) ?? finest) / finest;
		}
	}
	return samples;
}

/** Restart markers and others without a length field. */
function isStandalone(marker: number): boolean {
	return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}

/** SOF0 to SOF15, except for the three codes in that range that have other meanings. */
function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/**
 * Whether a JPEG is as this node writes it: baseline, in color, all colors in one scan, and nothing else in the file. Its data may
 * be incomplete.
 */
export function isPlainJpeg(bytes: Buffer, { components, segments, end }: JpegHeader): boolean {
	const scans = segments.filter(({ marker }) => marker === MARKER.startOfScan);
	return (
		components === COLORS &&
		scans.length === 1 &&
		scans.every(({ start }) => bytes[start] === COLORS) &&
		segments.every((each) => PICTURE_MARKERS.has(each.marker) || isBareJfif(bytes, each)) &&
		end === bytes.length
	);
}

function isBareJfif(bytes: Buffer, { marker, start, end }: JpegSegment): boolean {
	const hasName = bytes.toString('latin1', start, start + JFIF.length) === JFIF;
	return marker === MARKER.app0 && hasName && end - start === JFIF_BYTES;
}
