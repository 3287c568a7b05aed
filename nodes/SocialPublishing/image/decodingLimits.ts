import type { PictureFile, PictureHeader, PictureKind } from './formats/picture';
import { PictureError } from './imageErrors';
import { CODEC_MEMORY_LIMIT_BYTES } from './magickSession';
import { formatNames } from './report';

/** The longest side that a JPEG can have. Scaling down a longer side would take a lot of memory. */
const MAX_SIDE_PIXELS = 65_535;

/**
 * Bytes by which the codec's memory grows per pixel of the source: the worst case of each format (transparency,
 * 16 bits), measured with magick-wasm 0.0.43 on pictures of 12 and 48 megapixels and rounded up.
 */
const codecBytesPerPixel: Readonly<Record<Exclude<PictureKind, 'jpeg'>, number>> = {
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

/**
 * How long the codec may decode one picture, in nanoseconds. Nothing can interrupt it, and n8n waits meanwhile. The worst
 * case of each format below is measured with magick-wasm 0.0.43 on a server of 2026, where a file then takes less than a
 * second. An estimate decides, not a clock, so that a picture is either always prepared or always refused.
 */
const MAX_DECODING_NS = 700_000_000;

/** For each pixel that is decoded. */
const nsPerPixel: Readonly<Record<Exclude<PictureKind, 'jpeg' | 'png' | 'tiff'>, number>> = {
	webp: 25,
	gif: 12,
	bmp: 4,
	avif: 85,
	heic: 14,
};
/** For each byte of the file, for formats in which hardly compressible pictures take much longer. */
const nsPerByte: Partial<Record<PictureKind, number>> = { webp: 35, avif: 60 };
const NS_PER_SCANNED_SAMPLE = 0.8;
/** The time for a pixel of a PNG or TIFF grows with the bytes that it takes before compression. */
const NS_PER_PLAIN_PIXEL = 4;
const NS_PER_PLAIN_BYTE = 3.2;
/** To turn the negative of a TIFF. */
const NS_PER_NEGATIVE_PIXEL = 21;

/** A HEIC has maps and previews of up to half its pixels that are not decoded. */
const HEIC_DECODED_SHARE = 2 / 3;

/** Must run before decoding: a file of a few kilobytes can announce gigabytes of pixels. */
export function refuseTooManyPixels({ kind, header, bytes, name }: PictureFile): void {
	const { width, height, jpeg } = header;
	if (Math.max(width, height) > MAX_SIDE_PIXELS) {
		throw new PictureError(
			name,
			`it has ${width}×${height} pixels, but the limit for each side is ${MAX_SIDE_PIXELS}`,
			'Make it smaller, then retry.',
		);
	}
	const limit = Math.min(
		maxPixels(kind, header),
		maxPixelsInTime(kind, header, header.dataBytes ?? bytes.length),
	);
	if (width * height <= limit) return;
	throw new PictureError(
		name,
		`it has ${width}×${height} pixels, but the limit for this ${formatNames[kind]} file is ${describeMegapixels(limit)} megapixels`,
		jpeg && jpeg.scans > 1
			? 'Make it smaller, or save it as a JPEG that is not progressive, then retry.'
			: 'Make it smaller, then retry.',
	);
}

function describeMegapixels(pixels: number): string {
	return pixels < 10e6
		? (Math.floor(pixels / 1e5) / 10).toString()
		: String(Math.floor(pixels / 1e6));
}

/** The largest number of pixels that the codec can decode within its memory limit. */
export function maxPixels(kind: PictureKind, { jpeg }: PictureHeader): number {
	const available = CODEC_MEMORY_LIMIT_BYTES - RESERVED_BYTES;
	return available / (kind === 'jpeg' ? jpegBytesPerPixel(jpeg) : codecBytesPerPixel[kind]);
}

function jpegBytesPerPixel(jpeg: PictureHeader['jpeg']): number {
	if (jpeg?.scans === 1) return SINGLE_SCAN_BYTES_PER_PIXEL;
	return MULTI_SCAN_BYTES_PER_SAMPLE * (jpeg?.components ?? 4);
}

/**
 * The largest number of pixels that the codec can decode within its time, for a file with this header and size: its scans,
 * tiles and frames count, too.
 */
function maxPixelsInTime(kind: PictureKind, header: PictureHeader, sizeBytes: number): number {
	const dataNs = sizeBytes * (nsPerByte[kind] ?? 0);
	const share = Math.max(0, MAX_DECODING_NS - dataNs) / pixelsNs(kind, header);
	return header.width * header.height * share;
}

function pixelsNs(kind: PictureKind, header: PictureHeader): number {
	const { width, height, jpeg, bytesPerPixel = 1 } = header;
	// A JPEG with a single scan is decoded straight to a smaller size.
	if (kind === 'jpeg')
		return jpeg && jpeg.scans > 1 ? jpeg.scannedSamples * NS_PER_SCANNED_SAMPLE : 0;
	const share = kind === 'heic' ? HEIC_DECODED_SHARE : 1;
	const pixels = Math.max(width * height, (header.decodedPixels ?? 0) * share);
	if (kind === 'png' || kind === 'tiff') {
		const negativeNs = header.whiteIsZeroAt === undefined ? 0 : NS_PER_NEGATIVE_PIXEL;
		return pixels * (NS_PER_PLAIN_PIXEL + NS_PER_PLAIN_BYTE * bytesPerPixel + negativeNs);
	}
	return pixels * nsPerPixel[kind];
}
