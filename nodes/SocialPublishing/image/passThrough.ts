import { ByteReader } from './formats/byteReader';
import { MARKER, type JpegHeader, type JpegSegment } from './formats/jpeg';
import type { ImageLimits } from './limits';

/** Whether a JPEG already meets every requirement, so that it can be sent unchanged. */
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

/**
 * Whether a segment is free of metadata. The only application segments allowed are JFIF without a thumbnail and Adobe
 * with YCbCr.
 */
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
 * The sum of the luminance quantization table (ITU-T T.81, table K.1), which encoders scale according to the
 * quality.
 */
const BASE_TABLE_SUM = 3688;

/** The quality, 1 to 100, at which the standard table is as fine as the finest table of this JPEG. */
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
