import { DamagedError } from '../imageErrors';
import type { ByteReader } from './byteReader';

export interface JpegHeader {
	width: number;
	height: number;
	/** The start-of-frame marker: 0xC0 baseline, 0xC2 progressive, … */
	frameMarker: number;
	bitsPerSample: number;
	components: number;
	scans: number;
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
	startOfScan: 0xda,
	endOfImage: 0xd9,
	app0: 0xe0,
	app1: 0xe1,
	app2: 0xe2,
	app14: 0xee,
	app15: 0xef,
	comment: 0xfe,
} as const;

/** A block of 8×8 pixels takes about one bit or more, which makes 512 pixels per byte; this leaves a margin. */
const MAX_PIXELS_PER_BYTE = 2048;
/** Decoding each scan takes a pass over the whole picture; genuine files have about ten. */
const MAX_SCANS = 64;

/** JPEG (ITU-T T.81): segments up to the first scan, then scans up to the end marker. */
export function readJpegHeader(reader: ByteReader): JpegHeader {
	const segments: JpegSegment[] = [];
	let scans = 0;
	let frame: JpegSegment | undefined;
	let offset = 2;
	for (;;) {
		offset = nextMarker(reader, offset);
		const marker = reader.uint8(offset - 1);
		if (marker === MARKER.endOfImage) break;
		if (isStandalone(marker)) continue;
		const length = reader.uint16(offset);
		if (length < 2) throw new DamagedError('a segment without content');
		reader.require(offset, length);
		const segment = { marker, start: offset + 2, end: offset + length };
		segments.push(segment);
		if (isFrame(marker)) frame ??= segment;
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
	return {
		width,
		height,
		frameMarker: frame.marker,
		bitsPerSample: reader.uint8(frame.start),
		components: reader.uint8(frame.start + 5),
		scans,
		end: offset,
		segments,
	};
}

/** The offset after the next marker. In a scan, 0xFF 0x00 is a data byte, not a marker. */
function nextMarker(reader: ByteReader, from: number): number {
	for (let offset = from; ; offset++) {
		offset = reader.bytes.indexOf(0xff, offset);
		if (offset < 0) offset = reader.length;
		const next = reader.uint8(offset + 1);
		if (next !== 0 && next !== 0xff) return offset + 2;
	}
}

/** Restart markers and others without a length field. */
function isStandalone(marker: number): boolean {
	return (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
}

/** SOF0 to SOF15, except for the three codes in that range that have other meanings. */
function isFrame(marker: number): boolean {
	return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
