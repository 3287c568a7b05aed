import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';
import { CODEC_MEMORY_LIMIT_BYTES } from './magickSession';

/**
 * Bytes the codec's memory grew for each pixel of the source, measured with version 0.0.43 on pictures
 * of 12 and 48 megapixels and rounded up; the worst case of each format (transparency, 16 bits).
 */
const bytesPerPixel: Readonly<Record<Exclude<PictureKind, 'jpeg'>, number>> = {
	png: 8,
	webp: 14,
	gif: 6,
	bmp: 8,
	tiff: 8,
	avif: 26,
	heic: 11,
};
/** With a single scan, a JPEG is decoded straight to a smaller size; else it is held as a whole first. */
const BYTES_PER_PIXEL_OF_ONE_SCAN = 2;
const BYTES_PER_SAMPLE_OF_SEVERAL_SCANS = 3;

/** The codec's own, and what the result takes beside the source. */
const RESERVED_BYTES = 32_000_000;

/** How many pixels a picture of this kind may have, so that decoding it stays within the budget. */
export function maxPixels(kind: PictureKind, { jpeg }: PictureHeader): number {
	const available = CODEC_MEMORY_LIMIT_BYTES - RESERVED_BYTES;
	return available / (kind === 'jpeg' ? jpegBytesPerPixel(jpeg) : bytesPerPixel[kind]);
}

function jpegBytesPerPixel(jpeg: PictureHeader['jpeg']): number {
	if (jpeg?.scans === 1) return BYTES_PER_PIXEL_OF_ONE_SCAN;
	return BYTES_PER_SAMPLE_OF_SEVERAL_SCANS * (jpeg?.components ?? 4);
}
