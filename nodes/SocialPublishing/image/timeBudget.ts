import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';

/**
 * How long the codec may decode one picture, in nanoseconds. Nothing can interrupt it, and n8n waits meanwhile. The worst
 * case of each format below is measured with magick-wasm 0.0.43 on a server of 2026, where a file then takes less than a
 * second. The count decides, not a clock: what a machine prepares once, it always prepares.
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
/** For each byte of the file, where what is hard to compress takes much longer. */
const nsPerByte: Partial<Record<PictureKind, number>> = { webp: 35, avif: 60 };
const NS_PER_SCANNED_SAMPLE = 0.8;
/** The time for a pixel of a PNG or TIFF grows with the bytes that it takes before compression. */
const NS_PER_PLAIN_PIXEL = 4;
const NS_PER_PLAIN_BYTE = 3.2;

/** A HEIC has maps and previews of up to half its pixels that are not decoded. */
const HEIC_DECODED_SHARE = 2 / 3;

/**
 * The largest number of pixels that the codec can decode within its time, for a file with this header and size: its scans,
 * tiles and frames count as well.
 */
export function maxPixelsInTime(
	kind: PictureKind,
	header: PictureHeader,
	sizeBytes: number,
): number {
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
		return pixels * (NS_PER_PLAIN_PIXEL + NS_PER_PLAIN_BYTE * bytesPerPixel);
	}
	return pixels * nsPerPixel[kind];
}
