import type { IMagickImage } from '../vendor/magick';
import { yieldToEventLoop } from './yieldToEventLoop';
import { codecFailure } from './imageErrors';
import type { MagickLibrary } from './magickSession';

/** RGB, three bytes a pixel, rows from the top. */
export interface RgbPicture {
	width: number;
	height: number;
	rgb: Uint8Array;
}

/** Whether an EXIF orientation (1 to 8) exchanges width and height. */
export function isTurned(orientation: number): boolean {
	return orientation >= 5 && orientation <= 8;
}

/** Applies an EXIF orientation (1 to 8; anything else counts as upright). */
export function turnUpright(picture: RgbPicture, orientation: number): RgbPicture {
	if (orientation < 2 || orientation > 8) return picture;
	const { width, height, rgb } = picture;
	const upright = isTurned(orientation) ? { width: height, height: width } : { width, height };
	// The position of the stored picture's first pixel in the result, and the steps between its columns and rows.
	const right = isTurned(orientation) ? upright.width : 1;
	const down = isTurned(orientation) ? 1 : upright.width;
	const mirrorsColumns = [2, 3, 7, 8].includes(orientation);
	const mirrorsRows = [3, 4, 6, 7].includes(orientation);
	const columnStep = mirrorsColumns ? -right : right;
	const rowStep = mirrorsRows ? -down : down;
	const origin =
		(mirrorsColumns ? right * (width - 1) : 0) + (mirrorsRows ? down * (height - 1) : 0);

	const turned = new Uint8Array(rgb.length);
	for (let y = 0, from = 0; y < height; y++) {
		let to = (origin + y * rowStep) * 3;
		for (let x = 0; x < width; x++, from += 3, to += columnStep * 3) {
			turned[to] = rgb[from] ?? 0;
			turned[to + 1] = rgb[from + 1] ?? 0;
			turned[to + 2] = rgb[from + 2] ?? 0;
		}
	}
	return { ...upright, rgb: turned };
}

/** Pixels that are converted between two pauses, in about ten milliseconds. */
const PIXELS_PER_STEP = 500_000;

/**
 * Converts CMYK, gray with a color profile and other color spaces to sRGB. A picture that is already RGB keeps
 * its colors for now, and its profile is returned: converting after scaling takes less time.
 */
export function makeRgb(magick: MagickLibrary, image: IMagickImage): Uint8Array | undefined {
	const { ColorSpace } = magick;
	const profile = readProfile(image);
	const isRgb = image.colorSpace === ColorSpace.sRGB;
	if (profile && isRgb) return profile;
	if (profile) convertToStandardRgb(magick, image, profile);
	const isPlainGray = image.colorSpace === ColorSpace.Gray;
	if (image.colorSpace !== ColorSpace.sRGB && !isPlainGray) image.colorSpace = ColorSpace.sRGB;
	return undefined;
}

/** Does not use `getColorProfile`, which takes a minute to read a damaged profile. */
function readProfile(image: IMagickImage): Uint8Array | undefined {
	const profile = image.getProfile('icc') ?? image.getProfile('icm');
	return profile ? usableProfile(Buffer.from(profile.data)) : undefined;
}

/** Converts pixels with a color profile to sRGB, in place. */
export async function convertPixels(
	magick: MagickLibrary,
	{ width, height, rgb }: RgbPicture,
	profile: Uint8Array,
): Promise<void> {
	const rows = Math.max(1, Math.floor(PIXELS_PER_STEP / width));
	for (let top = 0; top < height; top += rows) {
		const count = Math.min(rows, height - top);
		const part = rgb.subarray(top * width * 3, (top + count) * width * 3);
		const image = magick.MagickImage.create(magick.MagickColors.White, width, count);
		image.getPixels((pixels) => pixels.setArea(0, 0, width, count, part));
		convertToStandardRgb(magick, image, profile);
		image.getPixels((pixels) => part.set(pixels.getReadOnlyArea(0, 0, width, count)));
		image.dispose();
		await yieldToEventLoop();
	}
}

/** Ignores a profile that is damaged, or for a different color space. */
function convertToStandardRgb(
	{ ColorProfile, MagickError }: MagickLibrary,
	image: IMagickImage,
	profile: Uint8Array,
): void {
	try {
		image.transformColorSpace(new ColorProfile(profile), new ColorProfile(sRgbProfile));
	} catch (error) {
		if (!(error instanceof MagickError)) throw codecFailure(error);
	}
}

const TAG_COUNT_OFFSET = 128;
const TAGS_OFFSET = 132;
const TAG_BYTES = 12;

/**
 * Whether bytes are an ICC profile with room for all the tags that it announces. The codec's library would read every
 * announced tag, and there can be billions.
 */
function isProfile(bytes: Buffer): boolean {
	if (bytes.length < TAGS_OFFSET || bytes.toString('latin1', 36, 40) !== 'acsp') return false;
	return bytes.readUInt32BE(TAG_COUNT_OFFSET) <= (bytes.length - TAGS_OFFSET) / TAG_BYTES;
}

/**
 * A copy of a profile in which the codec's library does not find the tables of floating-point numbers (`D2B0` and the
 * like). They may have any number of steps for each color, and every profile has other tables as well. Undefined if the
 * bytes are no profile.
 */
export function usableProfile(bytes: Buffer): Buffer | undefined {
	if (!isProfile(bytes)) return undefined;
	const copy = Buffer.from(bytes);
	const end = TAGS_OFFSET + TAG_BYTES * copy.readUInt32BE(TAG_COUNT_OFFSET);
	for (let entry = TAGS_OFFSET; entry < end; entry += TAG_BYTES) {
		const isFloatTable = /^(D2B|B2D)[0-3]$/.test(copy.toString('latin1', entry, entry + 4));
		if (isFloatTable) copy.write('-', entry, 'latin1');
	}
	return copy;
}

/**
 * The color space to which pictures are converted: sRGB (IEC 61966-2-1) as an ICC profile of version 4, in base64. It states
 * its primaries, D50 as its white, and the curve of sRGB as a formula.
 */
export const sRgbProfile: Uint8Array = Buffer.from(
	[
		'AAAB6AAAAAAEIAAAbW50clJHQiBYWVogB+oAAQABAAAAAAAAYWNzcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbW',
		'AAEAAAAA0y0AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJZGVzYwAAAPAAAAAk',
		'Y3BydAAAARQAAAAkd3RwdAAAATgAAAAUclhZWgAAAUwAAAAUZ1hZWgAAAWAAAAAUYlhZWgAAAXQAAAAUclRSQwAAAYgAAAAg',
		'Z1RSQwAAAagAAAAgYlRSQwAAAcgAAAAgbWx1YwAAAAAAAAABAAAADGVuVVMAAAAIAAAAHABzAFIARwBCbWx1YwAAAAAAAAAB',
		'AAAADGVuVVMAAAAGAAAAHABDAEMAMAAAWFlaIAAAAAAAAPbWAAEAAAAA0y1YWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAA',
		'AABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9wYXJhAAAAAAADAAAAAmZmAADypwAADVkAABPQAAAKW3BhcmEAAAAA',
		'AAMAAAACZmYAAPKnAAANWQAAE9AAAApbcGFyYQAAAAAAAwAAAAJmZgAA8qcAAA1ZAAAT0AAACls=',
	].join(''),
	'base64',
);
