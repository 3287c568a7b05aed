import type { IMagickImage } from '../vendor/magick';
import { sRgbProfile, usableProfile } from './formats/iccProfile';
import { yieldToEventLoop } from './yieldToEventLoop';
import { codecFailure } from './imageErrors';
import type { MagickLibrary } from './magickSession';
import type { RgbPicture } from './turnUpright';

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
