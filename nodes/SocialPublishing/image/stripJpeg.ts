import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';

const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;

/**
 * A JPEG without its metadata, its previews and whatever follows its end. The bytes that make up the picture stay as
 * they are. Of the application segments, only JFIF (without its thumbnail) and Adobe remain: they state how the colours
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

/** Whether a segment states that the colours are not stored as YCbCr. */
export function hasOtherColors(bytes: Buffer, segment: JpegSegment): boolean {
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
export function isApplicationOf(
	bytes: Buffer,
	{ start, end }: JpegSegment,
	name: string,
	minimumBytes = name.length,
): boolean {
	const hasName = bytes.toString('latin1', start, start + name.length) === name;
	return hasName && end - start >= minimumBytes;
}

/** A JFIF or Adobe segment without what may follow its fields, such as the thumbnail of JFIF. */
function shortened(bytes: Buffer, { marker, start, end }: JpegSegment): Buffer {
	const length = marker === MARKER.app0 ? JFIF_BYTES : ADOBE_BYTES;
	if (end - start === length) return bytes.subarray(start - 4, end);
	const segment = Buffer.from(bytes.subarray(start - 4, start + length));
	segment.writeUInt16BE(length + 2, 2);
	if (marker === MARKER.app0) segment.writeUInt16BE(0, segment.length - 2); // the thumbnail's width and height
	return segment;
}
