import type { IMagickImage } from '../vendor/magick';
import { convertPixels, isTurned, makeRgb, type RgbPicture, turnUpright } from './rgbPicture';
import { withItsLengths } from './formats/bitmap';
import { onlyPicture } from './formats/onlyPicture';
import type { PictureFile, Size } from './formats/picture';
import { yieldToEventLoop } from './yieldToEventLoop';
import { CutOffError } from './imageErrors';
import { decodeSize, fit, type ImageLimits, type SizeLimits } from './limits';
import { settingsFor, type MagickLibrary } from './magickSession';
import { resample } from './resample/resample';
import { isPlainRgb } from './resample/resampleKernel';

/** If a result exceeds the size limit, the quality is lowered in these steps, down to this minimum. */
export const QUALITY_STEP = 10;
const MIN_QUALITY = 45;
/** All data of a JPEG is read to decode it at an eighth of its size, which takes the least time. */
const SMALLEST: SizeLimits = { maxWidth: 1, maxHeight: 1 };

export interface RecodedPicture extends Size {
	bytes: Buffer;
	quality: number;
	/** Dimensions of the source, upright. */
	source: Size;
}

/** Decodes a picture and writes it as a baseline sRGB JPEG without metadata. n8n does other work in between. */
export async function recode(
	magick: MagickLibrary,
	file: PictureFile,
	limits: ImageLimits,
): Promise<RecodedPicture> {
	const { picture, source } = await decode(magick, file, limits);
	return { ...(await encode(magick, picture, limits)), source };
}

/** Whether the codec reads a JPEG without a warning: it only warns of missing data, which it fills with gray. */
export function isFlawless(magick: MagickLibrary, file: PictureFile): boolean {
	const image = magick.MagickImage.create();
	const warnings = read(magick, image, file, SMALLEST);
	image.dispose();
	return warnings.length === 0;
}

/** The picture, upright, opaque and sRGB, within the limits, and the dimensions of the source, upright. */
export async function decode(magick: MagickLibrary, file: PictureFile, limits: ImageLimits) {
	const { kind, header } = file;
	const image = magick.MagickImage.create();
	const warnings = read(magick, image, file, limits);
	// The codec fills the missing part of a truncated JPEG with gray.
	if (warnings.some((warning) => /premature end/i.test(warning)))
		throw new CutOffError('the picture data');
	await yieldToEventLoop();
	if (kind === 'gif') placeOnCanvas(magick, image, header);
	if (kind === 'bmp') image.hasAlpha = false; // the fourth byte of a pixel means nothing
	const profile = makeRgb(magick, image);
	await yieldToEventLoop();
	const { orientation } = image;
	// A JPEG may have been decoded smaller than it is; a HEIC is turned while it is decoded.
	const { width, height } = kind === 'jpeg' ? header : image;
	const size = fit({ width, height }, isTurned(orientation), limits);
	const source = isTurned(orientation) ? { width: height, height: width } : { width, height };
	const scaled = { ...size, rgb: await readScaled(magick, image, size) };
	image.dispose(); // before the next allocation, because the codec's memory cannot shrink
	if (profile) await convertPixels(magick, scaled, profile);
	return { picture: turnUpright(scaled, orientation), source };
}

/** The pixels of a picture, scaled to `size` and opaque. */
async function readScaled(
	magick: MagickLibrary,
	image: IMagickImage,
	size: Size,
): Promise<Uint8Array> {
	const { width, height } = image;
	const channels = describeChannels(magick, image);
	const hasSize = width === size.width && height === size.height;
	return await image.getPixels(async (pixels) => {
		const bytes = pixels.getReadOnlyArea(0, 0, width, height);
		if (hasSize && isPlainRgb(channels)) return bytes.slice();
		return await resample({ width, height, bytes, ...channels }, size.width, size.height);
	});
}

/** Reads a picture, a JPEG only as large as it is needed. Returns the warnings of the codec. */
function read(
	magick: MagickLibrary,
	image: IMagickImage,
	{ kind, bytes, header }: PictureFile,
	limits: SizeLimits,
): string[] {
	const warnings: string[] = [];
	image.onWarning = ({ error }) => {
		warnings.push(...[error, ...error.relatedErrors].map(({ message }) => message));
	};
	const settings = settingsFor(magick, kind);
	settings.setDefine(magick.MagickFormat.Jpeg, 'size', decodeSize(header, limits));
	image.read(kind === 'bmp' ? withItsLengths(bytes) : onlyPicture(kind, bytes), settings);
	return warnings;
}

/** The first frame of an animation may cover only part of the canvas. */
function placeOnCanvas(
	{ MagickColors, MagickGeometry }: MagickLibrary,
	image: IMagickImage,
	canvas: Size,
): void {
	if (image.width === canvas.width && image.height === canvas.height) return;
	const { x, y } = image.page;
	image.extent(new MagickGeometry(-x, -y, canvas.width, canvas.height), MagickColors.Transparent);
}

function describeChannels({ PixelChannel }: MagickLibrary, image: IMagickImage) {
	const alphaIndex = image.hasAlpha ? image.channels.indexOf(PixelChannel.Alpha) : -1;
	return {
		bytesPerPixel: image.channelCount,
		isGray: !image.channels.includes(PixelChannel.Green),
		...(alphaIndex >= 0 && { alphaIndex }),
	};
}

/** Writes a baseline JPEG in the highest quality that keeps it within the size limit, otherwise in the lowest. */
export async function encode(
	{ ColorType, MagickColors, MagickFormat, MagickImage }: MagickLibrary,
	{ width, height, rgb }: RgbPicture,
	{ quality: maxQuality, maxSizeBytes = Infinity }: ImageLimits,
): Promise<Omit<RecodedPicture, 'source'>> {
	const image = MagickImage.create(MagickColors.White, width, height);
	image.getPixels((pixels) => pixels.setArea(0, 0, width, height, rgb));
	// Without this, a picture without color would become a JPEG with one component.
	image.settings.colorType = ColorType.TrueColor;
	// Encodes in four fifths of the time of the integer method, with the same accuracy.
	image.settings.setDefine(MagickFormat.Jpeg, 'dct-method', 'float');
	let best = { bytes: Buffer.alloc(0), quality: 0 };
	for (const quality of qualitiesFrom(maxQuality)) {
		await yieldToEventLoop();
		image.quality = quality;
		best = { bytes: image.write(MagickFormat.Jpeg, (data) => Buffer.from(data)), quality };
		if (best.bytes.length <= maxSizeBytes) break;
	}
	return { ...best, width, height };
}

function qualitiesFrom(quality: number): number[] {
	const qualities = [quality];
	for (let next = quality - QUALITY_STEP; next >= MIN_QUALITY; next -= QUALITY_STEP) {
		qualities.push(next);
	}
	return qualities;
}
