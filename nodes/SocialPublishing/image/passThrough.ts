import { readExifOrientation } from './formats/exif';
import { isSRgbProfile } from './formats/iccProfile';
import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';
import type { ImageLimits } from './limits';
import { hasOtherColors, isApplicationOf, stripJpeg } from './stripJpeg';

const EXIF = 'Exif\0';
const ICC = 'ICC_PROFILE\0';

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

/** Whether the picture looks the same without its colour profile. A long profile is split over several segments. */
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
		.map(({ start, end }: JpegSegment) => bytes.subarray(start, end));
}
