import { isSRgbProfile } from './formats/iccProfile';
import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';
import { readExifOrientation } from './formats/tiff';
import type { ImageLimits } from './limits';

const EXIF = 'Exif\0';
const ICC = 'ICC_PROFILE\0';
/** The application segments that state how the colors are stored: the name at their start, and the length of their fields. */
const COLOR_SEGMENTS = new Map<number, { name: string; fieldBytes: number }>([
	[MARKER.app0, { name: 'JFIF\0', fieldBytes: 14 }],
	[MARKER.app14, { name: 'Adobe', fieldBytes: 12 }],
]);
/** The position of the color transform in an Adobe segment, which is 1 for YCbCr. */
const ADOBE_TRANSFORM = 11;

/**
 * A JPEG that meets the requirements once its metadata and previews are removed: it is not encoded again, because that
 * would only lower its quality. Returns `bytes` itself if there is nothing to remove, and undefined for a JPEG that must
 * be decoded.
 */
export function passThrough(
	bytes: Buffer,
	jpeg: JpegHeader,
	limits: ImageLimits,
): Buffer | undefined {
	const fits =
		jpeg.frameMarker === MARKER.startOfFrameBaseline &&
		jpeg.bitsPerSample === 8 &&
		jpeg.components === 3 &&
		hasOneScan(bytes, jpeg) &&
		jpeg.width <= limits.maxWidth &&
		jpeg.height <= limits.maxHeight &&
		!jpeg.segments.some((segment) => hasOtherColors(bytes, segment)) &&
		isUpright(bytes, jpeg) &&
		isSRgb(bytes, jpeg);
	if (!fits) return undefined;
	const stripped = stripJpeg(bytes, jpeg);
	if (stripped.length > (limits.maxSizeBytes ?? Infinity)) return undefined;
	return stripped.equals(bytes) ? bytes : stripped;
}

function isUpright(bytes: Buffer, jpeg: JpegHeader): boolean {
	return contentsOf(bytes, jpeg, MARKER.app1, EXIF).every((content) => {
		const orientation = readExifOrientation(content);
		return orientation === undefined || orientation === 1;
	});
}

/** Whether the picture looks the same without its color profile. A long profile is split over several segments. */
function isSRgb(bytes: Buffer, jpeg: JpegHeader): boolean {
	const chunks = contentsOf(bytes, jpeg, MARKER.app2, ICC);
	if (chunks.length === 0) return true;
	const numbers = ICC.length;
	chunks.sort((a, b) => (a[numbers] ?? 0) - (b[numbers] ?? 0));
	const isWhole = chunks.every(
		(chunk, index) => chunk[numbers] === index + 1 && chunk[numbers + 1] === chunks.length,
	);
	return (
		isWhole && isSRgbProfile(Buffer.concat(chunks.map((chunk) => chunk.subarray(numbers + 2))))
	);
}

/** Whether a single scan has all colors. If one lacks a color, the codec does not warn of it. */
function hasOneScan(bytes: Buffer, { components, segments }: JpegHeader): boolean {
	const scans = segments.filter(({ marker }) => marker === MARKER.startOfScan);
	return scans.length === 1 && scans.every(({ start }) => bytes[start] === components);
}

function contentsOf(bytes: Buffer, jpeg: JpegHeader, marker: number, name: string): Buffer[] {
	return jpeg.segments
		.filter((segment) => segment.marker === marker && startsWith(bytes, segment, name))
		.map(({ start, end }) => bytes.subarray(start, end));
}

/**
 * A JPEG without its metadata, its previews and any data after its end. The bytes that make up the picture stay as they
 * are. Of the application segments, only JFIF (without its thumbnail) and Adobe remain: they state how the colors
 * are stored.
 */
export function stripJpeg(bytes: Buffer, jpeg: JpegHeader): Buffer {
	const kept: Buffer[] = [bytes.subarray(0, 2)];
	const firstOfApplication = new Set<number>();
	jpeg.segments.forEach((segment, index) => {
		const { marker, start, end } = segment;
		const fieldBytes = colorFieldBytes(bytes, segment);
		if (!isApplication(marker)) {
			if (marker !== MARKER.comment) kept.push(bytes.subarray(start - 4, end));
		} else if (fieldBytes !== undefined && !firstOfApplication.has(marker)) {
			firstOfApplication.add(marker);
			kept.push(shortened(bytes, segment, fieldBytes));
		}
		if (marker === MARKER.startOfScan) {
			const next = jpeg.segments[index + 1];
			kept.push(bytes.subarray(end, next ? next.start - 4 : jpeg.end - 2));
		}
	});
	kept.push(bytes.subarray(jpeg.end - 2, jpeg.end));
	return Buffer.concat(kept);
}

function isApplication(marker: number): boolean {
	return marker >= MARKER.app0 && marker <= MARKER.app15;
}

/** Whether a segment states that the colors are not stored as YCbCr. */
function hasOtherColors(bytes: Buffer, segment: JpegSegment): boolean {
	const isAdobe = segment.marker === MARKER.app14 && colorFieldBytes(bytes, segment) !== undefined;
	return isAdobe && bytes[segment.start + ADOBE_TRANSFORM] !== 1;
}

/** The length of the fields in a JFIF or Adobe segment; undefined for any other, and for one that decoders ignore. */
function colorFieldBytes(bytes: Buffer, segment: JpegSegment): number | undefined {
	const { name, fieldBytes } = COLOR_SEGMENTS.get(segment.marker) ?? {
		name: '',
		fieldBytes: Infinity,
	};
	const hasFields = segment.end - segment.start >= fieldBytes && startsWith(bytes, segment, name);
	return hasFields ? fieldBytes : undefined;
}

function startsWith(bytes: Buffer, { start, end }: JpegSegment, name: string): boolean {
	return bytes.subarray(start, end).toString('latin1', 0, name.length) === name;
}

/** A JFIF or Adobe segment without any data after its fields, such as the thumbnail of JFIF. */
function shortened(bytes: Buffer, { marker, start, end }: JpegSegment, fieldBytes: number): Buffer {
	const segment = Buffer.from(bytes.subarray(start - 4, start + fieldBytes));
	if (end - start === fieldBytes) return segment;
	segment.writeUInt16BE(fieldBytes + 2, 2);
	if (marker === MARKER.app0) segment.writeUInt16BE(0, segment.length - 2); // the thumbnail's width and height
	return segment;
}
