import type { IMagickImage, MagickFormat, MagickReadSettings } from '../vendor/magick';
import { convertPixels, makeRgb } from './colours';
import { decodeSize, fit } from './fit';
import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';
import type { Size } from './formats/size';
import { giveWay } from './giveWay';
import { CutOffError } from './imageErrors';
import type { MagickLibrary } from './magickSession';
import { isPlainRgb, resample } from './resample/resample';
import { isTurned, turnUpright, type RgbPicture } from './turnUpright';

interface DecodeGoal {
	maxWidth: number;
	maxHeight: number;
}

interface DecodedPicture {
	/** Upright, opaque and sRGB, scaled to the goal. */
	picture: RgbPicture;
	/** Dimensions of the source, upright. */
	source: Size;
}

/** @throws CodecError, CutOffError */
export async function decode(
	magick: MagickLibrary,
	bytes: Buffer,
	kind: PictureKind,
	header: PictureHeader,
	goal: DecodeGoal,
): Promise<DecodedPicture> {
	const image = magick.MagickImage.create();
	readWhole(image, bytes, readSettings(magick, kind, header, goal));
	await giveWay();
	if (kind === 'gif') placeOnCanvas(magick, image, header);
	const profile = makeRgb(magick, image);
	await giveWay();
	const { orientation } = image;
	// A JPEG may have been decoded smaller than it is; a HEIC is turned while it is decoded.
	const { width, height } = kind === 'jpeg' ? header : image;
	const size = fit({ width, height }, isTurned(orientation), goal);
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

/** Refuses a truncated JPEG: the decoder only warns, and fills the missing part with grey. */
function readWhole(image: IMagickImage, bytes: Buffer, settings: MagickReadSettings): void {
	let isCutOff = false;
	image.onWarning = ({ error }) => {
		const messages = [error, ...error.relatedErrors].map(({ message }) => message);
		isCutOff ||= messages.some((message) => message.includes('premature end'));
	};
	image.read(bytes, settings);
	if (isCutOff) throw new CutOffError('the picture data');
}

function readSettings(
	{ MagickFormat, MagickReadSettings }: MagickLibrary,
	kind: PictureKind,
	header: PictureHeader,
	goal: DecodeGoal,
) {
	const formats: Record<PictureKind, MagickFormat> = {
		jpeg: MagickFormat.Jpeg,
		png: MagickFormat.Png,
		webp: MagickFormat.WebP,
		gif: MagickFormat.Gif,
		bmp: MagickFormat.Bmp,
		tiff: MagickFormat.Tiff,
		avif: MagickFormat.Avif,
		heic: MagickFormat.Heic,
	};
	const settings = new MagickReadSettings({ format: formats[kind], frameIndex: 0, frameCount: 1 });
	settings.setDefine(MagickFormat.Jpeg, 'size', decodeSize(header, goal));
	return settings;
}

/** The first frame of an animation may cover only part of the canvas. */
function placeOnCanvas(
	{ MagickColors, MagickGeometry }: MagickLibrary,
	image: IMagickImage,
	canvas: { width: number; height: number },
): void {
	if (image.width === canvas.width && image.height === canvas.height) return;
	const { x, y } = image.page;
	image.extent(new MagickGeometry(-x, -y, canvas.width, canvas.height), MagickColors.Transparent);
}

function describeChannels({ PixelChannel }: MagickLibrary, image: IMagickImage) {
	const alphaIndex = image.hasAlpha ? image.channels.indexOf(PixelChannel.Alpha) : -1;
	return {
		bytesPerPixel: image.channelCount,
		isGrey: !image.channels.includes(PixelChannel.Green),
		...(alphaIndex >= 0 && { alphaIndex }),
	};
}
