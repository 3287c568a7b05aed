import { ByteReader } from './formats/byteReader';
import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';
import type { ImageLimits } from './limits';

/** Whether a JPEG already is what would be made of it, so that its bytes can stay as they are. */
export function isPreparedJpeg(bytes: Buffer, jpeg: JpegHeader, limits: ImageLimits): boolean {
	const reader = new ByteReader(bytes);
	return (
		jpeg.frameMarker === MARKER.startOfFrameBaseline &&
		jpeg.bitsPerSample === 8 &&
		jpeg.components === 3 &&
		jpeg.width <= limits.maxWidth &&
		jpeg.height <= limits.maxHeight &&
		bytes.length <= (limits.maxSizeBytes ?? Infinity) &&
		jpeg.end === bytes.length &&
		jpeg.segments.every((segment) => isPlain(reader, segment)) &&
		estimateQuality(reader, jpeg) <= limits.quality
	);
}

/** No metadata: of the application segments only JFIF without a preview, and Adobe's note of YCbCr. */
function isPlain(reader: ByteReader, { marker, start, end }: JpegSegment): boolean {
	if (marker === MARKER.comment) return false;
	if (marker < MARKER.app0 || marker > MARKER.app15) return true;
	const length = end - start;
	if (marker === MARKER.app0) {
		return length === 14 && reader.text(start, 5) === 'JFIF\0';
	}
	if (marker === MARKER.app14) {
		return length === 12 && reader.text(start, 5) === 'Adobe' && reader.uint8(start + 11) === 1;
	}
	return false;
}

/**
 * The luminance table that encoders scale by the quality (ITU-T T.81, table K.1), summed: the order of
 * its entries does not matter here.
 */
const BASE_TABLE_SUM = 3688;

/** The quality, 1 to 100, at which the usual tables quantize as finely as this JPEG's finest one. */
function estimateQuality(reader: ByteReader, jpeg: JpegHeader): number {
	let smallestSum = Infinity;
	for (const { marker, start, end } of jpeg.segments) {
		if (marker !== MARKER.quantizationTables) continue;
		for (let offset = start; offset < end; ) {
			const bytesPerEntry = reader.uint8(offset) >>> 4 === 0 ? 1 : 2;
			let sum = 0;
			for (let entry = 0; entry < 64; entry++) {
				sum += reader.uint(offset + 1 + entry * bytesPerEntry, bytesPerEntry);
			}
			smallestSum = Math.min(smallestSum, sum);
			offset += 1 + 64 * bytesPerEntry;
		}
	}
	const scalePercent = (smallestSum / BASE_TABLE_SUM) * 100;
	const quality = scalePercent <= 100 ? (200 - scalePercent) / 2 : 5000 / scalePercent;
	return Math.round(quality);
}
