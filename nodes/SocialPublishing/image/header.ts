import { ByteReader } from './formats/binaryReader';
import { readBitmapHeader } from './formats/bitmap';
import { readHeifHeader } from './formats/heif';
import { readJpegHeader } from './formats/jpeg';
import { onlyPicture } from './formats/onlyPicture';
import type { PictureHeader, PictureKind, Size } from './formats/picture';
import { checkTiff } from './formats/tiff';
import { unsupported } from './imageErrors';
import { settingsFor, type MagickLibrary } from './magickSession';

const PNG_SIGNATURE_BYTES = 8;
/** The length, type and checksum of a PNG chunk. */
const PNG_CHUNK_FRAME_BYTES = 12;
const PNG_BIT_DEPTH_OFFSET = 24;

/**
 * Reads a picture's header without decoding the picture.
 *
 * @throws CutOffError, DamagedError, UnusableError, and errors of the codec
 */
export function readHeader(magick: MagickLibrary, kind: PictureKind, bytes: Buffer): PictureHeader {
	const reader = new ByteReader(bytes);
	if (kind === 'bmp') return readBitmapHeader(reader);
	if (kind === 'avif' || kind === 'heic') return readHeifHeader(reader);
	if (kind === 'webp') requireRiff(bytes);
	const only = onlyPicture(kind, bytes);
	const size = readSize(magick, kind, only);
	if (kind === 'jpeg') return { ...size, jpeg: readJpegHeader(reader) };
	if (kind === 'png') return { ...size, hasMore: isAnimatedPng(reader) };
	if (kind === 'webp') return { ...size, hasMore: only !== bytes };
	if (kind === 'tiff') checkTiff(bytes);
	return { ...size, hasMore: hasSecond(magick, kind, bytes) };
}

/** A WebP states its length, and the codec decodes some files that lack a part. */
function requireRiff(bytes: Buffer): void {
	const reader = new ByteReader(bytes, true);
	reader.require(8, reader.uint32(4));
}

/** The dimensions of a picture. The first frame of a GIF may extend beyond its canvas, or cover only a part of it. */
function readSize(magick: MagickLibrary, kind: PictureKind, bytes: Buffer): Size {
	const image = magick.MagickImage.create();
	image.ping(bytes, settingsFor(magick, kind));
	const { width, height, page } = image;
	image.dispose();
	if (kind !== 'gif') return { width, height };
	return {
		width: Math.max(page.width, page.x + width),
		height: Math.max(page.height, page.y + height),
	};
}

/** Whether a file has a second picture, which may be damaged. */
function hasSecond(magick: MagickLibrary, kind: PictureKind, bytes: Buffer): boolean {
	const pictures = magick.MagickImageCollection.create();
	try {
		pictures.ping(bytes, settingsFor(magick, kind, 2));
		return pictures.length > 1;
	} catch {
		return true;
	} finally {
		pictures.dispose();
	}
}

/** Whether a PNG (ISO/IEC 15948) has several frames. The codec does not count them. */
function isAnimatedPng(reader: ByteReader): boolean {
	let frames = 1;
	let offset = PNG_SIGNATURE_BYTES;
	for (;;) {
		const type = reader.text(offset + 4, 4);
		if (type === 'IDAT') return frames > 1;
		if (type === 'acTL') frames = reader.uint32(offset + 8);
		// The codec compares colors of 8 bits, and would show the transparent pixels.
		if (type === 'tRNS' && reader.uint8(PNG_BIT_DEPTH_OFFSET) === 16) {
			throw unsupported(
				'it is a PNG file with 16 bits per color and a transparent color',
				'Save it with 8 bits per color or with an alpha channel, then retry.',
			);
		}
		offset += PNG_CHUNK_FRAME_BYTES + reader.uint32(offset);
	}
}
