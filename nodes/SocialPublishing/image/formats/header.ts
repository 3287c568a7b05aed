import { readBitmapHeader } from './bitmap';
import { ByteReader } from './byteReader';
import type { PictureKind } from './detect';
import { readGifHeader } from './gif';
import { readHeifHeader } from './heif';
import { readJpegHeader, type JpegHeader } from './jpeg';
import { readPngHeader } from './png';
import { readTiffHeader } from './tiff';
import { readWebPHeader } from './webP';

export interface PictureHeader {
	/** As stored, before the orientation is applied. */
	width: number;
	height: number;
	/** The file has more pictures, such as the frames of an animation. Only this one is decoded. */
	hasMore?: boolean;
	/** Stored bytes per pixel before they are compressed, of a PNG or TIFF. An interlaced PNG counts twice. */
	bytesPerPixel?: number;
	/** Pixels that are decoded, if not width × height: tiles may extend beyond the picture. */
	decodedPixels?: number;
	/** Only for a JPEG. */
	jpeg?: JpegHeader;
}

/**
 * Reads a picture's dimensions without decoding it, and checks that the file contains the data that it announces.
 *
 * @throws CutOffError if the file ends early, DamagedError if it contradicts its format
 */
export function readHeader(kind: PictureKind, bytes: Buffer): PictureHeader {
	return readers[kind](new ByteReader(bytes));
}

const readers: Record<PictureKind, (reader: ByteReader) => PictureHeader> = {
	jpeg: (reader) => {
		const jpeg = readJpegHeader(reader);
		return { width: jpeg.width, height: jpeg.height, jpeg };
	},
	png: readPngHeader,
	webp: readWebPHeader,
	gif: readGifHeader,
	bmp: readBitmapHeader,
	tiff: readTiffHeader,
	avif: readHeifHeader,
	heic: readHeifHeader,
};
