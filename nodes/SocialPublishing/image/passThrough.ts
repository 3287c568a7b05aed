import { isSRgbProfile } from './formats/iccProfile';
import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';
import { readExifOrientation } from './formats/tiff';
import type { ImageLimits } from './limits';

const EXIF = 'Exif\0';
const ICC = 'ICC_PROFILE\0';
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;

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

function contentsOf(bytes: Buffer, jpeg: JpegHeader, marker: number, name: string): Buffer[] {
	return jpeg.segments
		.filter((segment) => segment.marker === marker && isApplicationOf(bytes, segment, name))
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
		if (!isApplication(marker)) {
			if (marker !== MARKER.comment) kept.push(bytes.subarray(start - 4, end));
		} else if (isKnownApplication(bytes, segment) && !firstOfApplication.has(marker)) {
			firstOfApplication.add(marker);
			kept.push(shortened(bytes, segment));
		}
		if (marker === MARKER.startOfScan) {
			const next = jpeg.segments[index + 1];
			kept.push(bytes.subarray(end, next ? next.start - 4 : jpeg.end - 2));
		}
	});
	kept.push(bytes.subarray(jpeg.end - 2, jpeg.end));
	return Buffer.concat(kept);
}

/** Whether a segment states that the colors are not stored as YCbCr. */
function hasOtherColors(bytes: Buffer, segment: JpegSegment): boolean {
	return isAdobe(bytes, segment) && bytes[segment.start + ADOBE_BYTES - 1] !== 1;
}

function isApplication(marker: number): boolean {
	return marker >= MARKER.app0 && marker <= MARKER.app15;
}

function isKnownApplication(bytes: Buffer, segment: JpegSegment): boolean {
	return isJfif(bytes, segment) || isAdobe(bytes, segment);
}

function isJfif(bytes: Buffer, segment: JpegSegment): boolean {
	return segment.marker === MARKER.app0 && isApplicationOf(bytes, segment, 'JFIF\0', JFIF_BYTES);
}

function isAdobe(bytes: Buffer, segment: JpegSegment): boolean {
	return segment.marker === MARKER.app14 && isApplicationOf(bytes, segment, 'Adobe', ADOBE_BYTES);
}

/** Whether the content of a segment starts with a name and has the length that decoders expect. */
function isApplicationOf(
	bytes: Buffer,
	{ start, end }: JpegSegment,
	name: string,
	minimumBytes = name.length,
): boolean {
	const hasName = bytes.toString('latin1', start, start + name.length) === name;
	return hasName && end - start >= minimumBytes;
}

/** A JFIF or Adobe segment without any data after its fields, such as the thumbnail of JFIF. */
function shortened(bytes: Buffer, { marker, start, end }: JpegSegment): Buffer {
	const length = marker === MARKER.app0 ? JFIF_BYTES : ADOBE_BYTES;
	if (end - start === length) return bytes.subarray(start - 4, end);
	const segment = Buffer.from(bytes.subarray(start - 4, start + length));
	segment.writeUInt16BE(length + 2, 2);
	if (marker === MARKER.app0) segment.writeUInt16BE(0, segment.length - 2); // the thumbnail's width and height
	return segment;
}
