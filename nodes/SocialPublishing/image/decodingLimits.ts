import type { PictureFile, PictureHeader, PictureKind } from './formats/picture';
import { PictureError } from './imageErrors';
import { CODEC_MEMORY_LIMIT_BYTES } from './magickSession';
import { formatNames } from './report';

/** The longest side that a JPEG can have. Scaling down a longer side would take a lot of memory. */
const MAX_SIDE_PIXELS = 65_535;

interface Costs {
	/** Bytes by which the codec's memory grows per pixel of the source. */
	bytesPerPixel: number;
	/** Nanoseconds for each pixel that is decoded. */
	nsPerPixel: number;
	/** Nanoseconds for each byte that a pixel takes before compression. */
	nsPerPlainByte?: number;
	/** Nanoseconds for each byte of the file, where hardly compressible pictures take much longer. */
	nsPerFileByte?: number;
	/**
	 * The part of `decodedPixels` that is decoded: a HEIC has maps and previews of up to half its pixels, which are not decoded.
	 */
	decodedShare?: number;
}

/**
 * The worst case of each format (transparency, 16 bits), measured with magick-wasm 0.0.43: the memory on pictures of 12 and
 * 48 megapixels, rounded up; the times on a server of 2026.
 */
const costs: Readonly<Record<Exclude<PictureKind, 'jpeg'>, Costs>> = {
	png: { bytesPerPixel: 8, nsPerPixel: 4, nsPerPlainByte: 3.2 },
	webp: { bytesPerPixel: 14, nsPerPixel: 25, nsPerFileByte: 35 },
	gif: { bytesPerPixel: 6, nsPerPixel: 12 },
	bmp: { bytesPerPixel: 8, nsPerPixel: 4 },
	tiff: { bytesPerPixel: 8, nsPerPixel: 4, nsPerPlainByte: 3.2 },
	avif: { bytesPerPixel: 26, nsPerPixel: 85, nsPerFileByte: 60 },
	heic: { bytesPerPixel: 11, nsPerPixel: 14, decodedShare: 2 / 3 },
};
/** To turn the negative of a TIFF. */
const NS_PER_NEGATIVE_PIXEL = 21;
/** A JPEG with a single scan is decoded straight to a smaller size; one with several is decoded in full first. */
const SINGLE_SCAN_BYTES_PER_PIXEL = 2;
const MULTI_SCAN_BYTES_PER_SAMPLE = 3;
const NS_PER_SCANNED_SAMPLE = 0.8;

/** For the codec itself, and for the result next to the source. */
const RESERVED_BYTES = 32_000_000;

/**
 * How long the codec may decode one picture, in nanoseconds. Nothing can interrupt it, and n8n waits meanwhile: less than a
 * second on the server above. An estimate decides, not a clock, so that a picture is either always prepared or always refused.
 */
const MAX_DECODING_NS = 700_000_000;

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
	return available / (kind === 'jpeg' ? jpegBytesPerPixel(jpeg) : costs[kind].bytesPerPixel);
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
	const pixels = header.width * header.height;
	if (kind === 'jpeg') {
		const { jpeg } = header;
		const samples = jpeg && jpeg.scans > 1 ? jpeg.scannedSamples : 0;
		return pixels * (MAX_DECODING_NS / (samples * NS_PER_SCANNED_SAMPLE));
	}
	const { nsPerPixel, nsPerPlainByte = 0, nsPerFileByte = 0, decodedShare = 1 } = costs[kind];
	const { bytesPerPixel = 1, decodedPixels = 0, whiteIsZeroAt } = header;
	const negativeNs = whiteIsZeroAt === undefined ? 0 : NS_PER_NEGATIVE_PIXEL;
	const pixelNs = nsPerPixel + nsPerPlainByte * bytesPerPixel + negativeNs;
	const pixelsNs = Math.max(pixels, decodedPixels * decodedShare) * pixelNs;
	const leftNs = Math.max(0, MAX_DECODING_NS - sizeBytes * nsPerFileByte);
	return pixels * (leftNs / pixelsNs);
}
