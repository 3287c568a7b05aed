import { ByteReader } from './binaryReader';

type Xyz = readonly [x: number, y: number, z: number];

/** The primaries of sRGB, adapted from D65 to the white of the connection space (Bradford). */
const PRIMARIES: Readonly<Record<string, Xyz>> = {
	rXYZ: [0.43607, 0.22249, 0.01392],
	gXYZ: [0.38515, 0.71687, 0.09708],
	bXYZ: [0.14307, 0.06061, 0.7141],
};
const CURVES = ['rTRC', 'gTRC', 'bTRC'];
/** Tables that take precedence over primaries and curves. */
const TABLES = ['A2B0', 'A2B1', 'A2B2', 'D2B0', 'D2B1', 'D2B2'];
const TAG_COUNT_OFFSET = 128;
const TAGS_OFFSET = 132;
const TAG_BYTES = 12;
const PRIMARY_TOLERANCE = 0.002;
/** In linear light, from 0 to 1. A plain gamma of 2.2 differs from sRGB by 0.008. */
const CURVE_TOLERANCE = 0.002;

/**
 * Whether an ICC profile (ICC.1:2010) describes sRGB, so that a picture looks the same without it. False for a profile
 * that is damaged or of an unknown type.
 */
export function isSRgbProfile(profile: Buffer): boolean {
	const reader = new ByteReader(profile);
	try {
		if (reader.text(16, 8) !== 'RGB XYZ ' || !isProfile(profile)) return false;
		const tags = readTagOffsets(reader);
		if (TABLES.some((name) => tags.has(name))) return false;
		return (
			Object.entries(PRIMARIES).every(([name, xyz]) => isNear(reader, tags.get(name), xyz)) &&
			CURVES.every((name) => isSRgbCurve(reader, tags.get(name)))
		);
	} catch {
		return false;
	}
}

/**
 * Whether bytes are an ICC profile with room for all the tags that it announces. The codec's library would read every
 * announced tag, and there can be billions.
 */
export function isProfile(bytes: Buffer): boolean {
	if (bytes.length < TAGS_OFFSET || bytes.toString('latin1', 36, 40) !== 'acsp') return false;
	return bytes.readUInt32BE(TAG_COUNT_OFFSET) <= (bytes.length - TAGS_OFFSET) / TAG_BYTES;
}

/**
 * A copy of a profile in which the codec's library does not find the tables of floating-point numbers (`D2B0` and the
 * like). They may have any number of steps for each color, and every profile has other tables as well. Undefined if the
 * bytes are no profile.
 */
export function usableProfile(bytes: Buffer): Buffer | undefined {
	if (!isProfile(bytes)) return undefined;
	const copy = Buffer.from(bytes);
	const end = TAGS_OFFSET + TAG_BYTES * copy.readUInt32BE(TAG_COUNT_OFFSET);
	for (let entry = TAGS_OFFSET; entry < end; entry += TAG_BYTES) {
		const isFloatTable = /^(D2B|B2D)[0-3]$/.test(copy.toString('latin1', entry, entry + 4));
		if (isFloatTable) copy.write('-', entry, 'latin1');
	}
	return copy;
}

function readTagOffsets(reader: ByteReader): Map<string, number> {
	const offsets = new Map<string, number>();
	for (let index = 0; index < reader.uint32(TAG_COUNT_OFFSET); index++) {
		const entry = TAGS_OFFSET + TAG_BYTES * index;
		offsets.set(reader.text(entry, 4), reader.uint32(entry + 4));
	}
	return offsets;
}

function isNear(reader: ByteReader, offset: number | undefined, xyz: Xyz): boolean {
	if (offset === undefined || reader.text(offset, 4) !== 'XYZ ') return false;
	return xyz.every(
		(value, index) =>
			Math.abs(readFixed(reader, offset + 8 + 4 * index) - value) <= PRIMARY_TOLERANCE,
	);
}

function isSRgbCurve(reader: ByteReader, offset: number | undefined): boolean {
	const curve = offset === undefined ? undefined : readCurve(reader, offset);
	if (curve === undefined) return false;
	for (let level = 0; level <= 255; level++) {
		const x = level / 255;
		const expected = x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4;
		if (!(Math.abs(curve(x) - expected) <= CURVE_TOLERANCE)) return false;
	}
	return true;
}

type Curve = (x: number) => number;

function readCurve(reader: ByteReader, offset: number): Curve | undefined {
	const type = reader.text(offset, 4);
	if (type === 'curv') return readSampledCurve(reader, offset);
	return type === 'para' ? readParametricCurve(reader, offset) : undefined;
}

/** A table of samples; a single number is a gamma instead. */
function readSampledCurve(reader: ByteReader, offset: number): Curve | undefined {
	const count = reader.uint32(offset + 8);
	const sample = (index: number) => reader.uint16(offset + 12 + 2 * index);
	if (count === 0) return undefined;
	if (count === 1) return (x) => x ** (sample(0) / 256);
	return (x) => {
		const position = x * (count - 1);
		const index = Math.min(Math.floor(position), count - 2);
		const [from, to] = [sample(index), sample(index + 1)];
		return (from + (to - from) * (position - index)) / 65_535;
	};
}

/** Types 0 to 4: a power, from type 3 on with a straight line below the threshold `d`. */
function readParametricCurve(reader: ByteReader, offset: number): Curve | undefined {
	const type = reader.uint16(offset + 8);
	const count = [1, 3, 4, 5, 7][type];
	if (count === undefined) return undefined;
	const numbers = Array.from({ length: count }, (_, index) =>
		readFixed(reader, offset + 12 + 4 * index),
	);
	const [g = 1, a = 1, b = 0, c = 0] = numbers;
	if (type <= 2) return (x) => (x >= -b / a ? (a * x + b) ** g + c : c);
	const [, , , , d = 0, e = 0, f = 0] = numbers;
	return (x) => (x >= d ? (a * x + b) ** g + e : c * x + f);
}

/** s15Fixed16Number */
function readFixed(reader: ByteReader, offset: number): number {
	return reader.int32(offset) / 65_536;
}

/**
 * The color space to which pictures are converted: sRGB (IEC 61966-2-1) as an ICC profile of version 4, in base64. It states
 * `PRIMARIES`, D50 as its white, and the curve of sRGB as a formula.
 */
export const sRgbProfile: Uint8Array = Buffer.from(
	[
		'AAAB6AAAAAAEIAAAbW50clJHQiBYWVogB+oAAQABAAAAAAAAYWNzcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbW',
		'AAEAAAAA0y0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAAAk',
		'Y3BydAAAARQAAAAkd3RwdAAAATgAAAAUclhZWgAAAUwAAAAUZ1hZWgAAAWAAAAAUYlhZWgAAAXQAAAAUclRSQwAAAYgAAAAg',
		'Z1RSQwAAAagAAAAgYlRSQwAAAcgAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAAB',
		'AAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1YWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAA',
		'AABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9wYXJhAAAAAAADAAAAAmZmAADypwAADVkAABPQAAAKW3BhcmEAAAAA',
		'AAMAAAACZmYAAPKnAAANWQAAE9AAAApbcGFyYQAAAAAAAwAAAAJmZgAA8qcAAA1ZAAAT0AAACls=',
	].join(''),
	'base64',
);
