import { readBitmapHeader } from './bitmap';
import { ByteReader } from './byteReader';
import type { PictureKind } from './detect';
import { readGifHeader } from './gif';
import { readHeifHeader } from './heif';
import { readJpegHeader } from './jpeg';
import type { PictureHeader } from './pictureHeader';
import { readPngHeader } from './png';
import { readTiffHeader } from './tiff';
import { readWebPHeader } from './webP';

export type { PictureHeader } from './pictureHeader';

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
