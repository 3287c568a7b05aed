import type { JpegHeader } from './jpeg';

/** Dimensions in pixels, as stored. */
export interface Size {
	width: number;
	height: number;
}

/** In pixels. */
export function area({ width, height }: Size): number {
	return width * height;
}

export interface PictureHeader {
	/** As stored, before the orientation is applied. */
	width: number;
	height: number;
	/** The file has more pictures, such as the frames of an animation. Only this one is decoded. */
	hasMore?: boolean;
	/** Pixels that are decoded, if more than width × height: a HEIF may have many frames and tiles. */
	decodedPixels?: number;
	/** Only for a JPEG. */
	jpeg?: JpegHeader;
}

/** A picture before it is prepared. */
export interface PictureFile {
	bytes: Buffer;
	kind: PictureKind;
	header: PictureHeader;
}

export type PictureKind = 'jpeg' | 'png' | 'webp' | 'gif' | 'bmp' | 'tiff' | 'avif' | 'heic';
/** A BigTIFF is recognized, but cannot be prepared. */
type FileKind = PictureKind | 'bigTiff' | 'mp4' | 'otherVideo' | 'unknown';

/** The number of leading bytes that `detectFile` examines. */
export const DETECT_HEAD_BYTES = 512;

const signatures: ReadonlyArray<readonly [kind: FileKind, offset: number, bytes: string]> = [
	['jpeg', 0, '\xff\xd8\xff'],
	['png', 0, '\x89PNG\r\n\x1a\n'],
	['gif', 0, 'GIF87a'],
	['gif', 0, 'GIF89a'],
	['tiff', 0, 'II*\0'],
	['tiff', 0, 'MM\0*'],
	['bigTiff', 0, 'II+\0'],
	['bigTiff', 0, 'MM\0+'],
	['otherVideo', 0, '\x1a\x45\xdf\xa3'], // Matroska, WebM
	['otherVideo', 0, 'FLV\x01'],
	['otherVideo', 0, 'OggS'],
	['otherVideo', 0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11'], // Windows Media
	['otherVideo', 0, '\0\0\x01\xba'], // MPEG program stream
	['otherVideo', 0, '\0\0\x01\xb3'], // MPEG video
	// QuickTime files older than the `ftyp` box start with another one.
	['otherVideo', 4, 'moov'],
	['otherVideo', 4, 'mdat'],
	['otherVideo', 4, 'wide'],
];

/** Boxes at the start of a movie, or of a segment of a streamed one, that has no `ftyp` box there. */
const mediaBoxes = new Set('styp sidx moof pdin pnot free skip uuid'.split(' '));
/** Boxes that follow the `ftyp` box of a movie. That of a still picture is followed by a `meta` box. */
const movieBoxes = new Set([...mediaBoxes, 'moov', 'mdat', 'wide']);

const avifBrands = new Set(['avif', 'avis']);
const heicBrands = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs']);
const stillImageBrands = new Set(['mif1', 'msf1', 'mif2']);
const mp4BrandPattern = /^(iso\w|mp4[12]|avc1|M4V[ HP]|MSNV|dash|f4v |cmf\w|XAVC|ndsm|mmp4)$/;
const otherMediaBrandPattern = /^(qt {2}|3g[2egprs]\w|M4[AB] )$/;

/**
 * Identifies a file by its first `DETECT_HEAD_BYTES` bytes, regardless of its name or declared type.
 */
export function detectFile(head: Buffer): FileKind {
	const text = head.toString('latin1', 0, DETECT_HEAD_BYTES);
	const signature = signatures.find(([, offset, bytes]) => text.startsWith(bytes, offset));
	if (signature) return signature[0];
	if (text.startsWith('RIFF')) return detectRiff(text.slice(8, 12));
	if (text.startsWith('ftyp', 4)) return detectIsoMedia(text, head.readUInt32BE(0));
	if (head[0] === 0 && mediaBoxes.has(text.slice(4, 8))) return 'otherVideo';
	if (text.startsWith('BM') && isBitmapHeader(head)) return 'bmp';
	if (head[0] === 0x47 && head[188] === 0x47 && head[376] === 0x47) return 'otherVideo'; // MPEG transport stream
	return 'unknown';
}

function detectRiff(form: string): FileKind {
	if (form === 'WEBP') return 'webp';
	return form === 'AVI ' ? 'otherVideo' : 'unknown';
}

/** ISO base media files (HEIC, AVIF, MP4, …) state a major brand and a list of compatible brands. */
function detectIsoMedia(text: string, boxSize: number): FileKind {
	const majorBrand = text.slice(8, 12);
	const brands = [majorBrand];
	for (let offset = 16; offset + 4 <= Math.min(boxSize, text.length); offset += 4) {
		brands.push(text.slice(offset, offset + 4));
	}
	// A still picture may have a generic major brand, with the specific one only among the compatible brands.
	if (
		stillImageBrands.has(majorBrand) ||
		avifBrands.has(majorBrand) ||
		heicBrands.has(majorBrand)
	) {
		const named = brands.find((brand) => avifBrands.has(brand) || heicBrands.has(brand));
		if (named !== undefined) return avifBrands.has(named) ? 'avif' : 'heic';
		return 'unknown';
	}
	if (majorBrand === 'crx ') return 'unknown'; // Canon's raw photos
	if (otherMediaBrandPattern.test(majorBrand)) return 'otherVideo';
	if (brands.some((brand) => mp4BrandPattern.test(brand))) return 'mp4';
	return movieBoxes.has(text.slice(boxSize + 4, boxSize + 8)) ? 'otherVideo' : 'unknown';
}

/** Many texts start with "BM"; a real bitmap also states one of the known header sizes. */
function isBitmapHeader(head: Buffer): boolean {
	if (head.length < 18) return false;
	return [12, 16, 40, 52, 56, 64, 108, 124].includes(head.readUInt32LE(14));
}
