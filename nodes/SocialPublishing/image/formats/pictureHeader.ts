import type { JpegHeader } from './jpeg';

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
