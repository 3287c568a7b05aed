import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';
import { CODEC_MEMORY_LIMIT_BYTES } from './magickSession';

/**
 * Bytes by which the codec's memory grows per pixel of the source: the worst case of each format (transparency,
 * 16 bits), measured with magick-wasm 0.0.43 on pictures of 12 and 48 megapixels and rounded up.
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
/** A JPEG with a single scan is decoded straight to a smaller size; one with several is decoded in full first. */
const SINGLE_SCAN_BYTES_PER_PIXEL = 2;
const MULTI_SCAN_BYTES_PER_SAMPLE = 3;

/** For the codec itself, and for the result next to the source. */
const RESERVED_BYTES = 32_000_000;

/** The largest number of pixels that the codec can decode within its memory limit. */
export function maxPixels(kind: PictureKind, { jpeg }: PictureHeader): number {
	const available = CODEC_MEMORY_LIMIT_BYTES - RESERVED_BYTES;
	return available / (kind === 'jpeg' ? jpegBytesPerPixel(jpeg) : bytesPerPixel[kind]);
}

function jpegBytesPerPixel(jpeg: PictureHeader['jpeg']): number {
	if (jpeg?.scans === 1) return SINGLE_SCAN_BYTES_PER_PIXEL;
	return MULTI_SCAN_BYTES_PER_SAMPLE * (jpeg?.components ?? 4);
}
