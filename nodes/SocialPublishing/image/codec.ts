import type { PictureKind } from './detect';
import { withMagick, type MagickLibrary } from './magickSession';
import { sRgbProfile } from './sRgbProfile';
import type { IMagickImage, MagickFormat } from '../vendor/magick';

export interface EncodeGoal {
	maxWidth: number;
	maxHeight: number;
	/** Qualities to try in turn, 1 to 100, until the result has at most `maxSizeBytes`. */
	qualities: number[];
	maxSizeBytes: number;
}

export interface EncodedPicture {
	bytes: Buffer;
	width: number;
	height: number;
	quality: number;
	/** The source turned upright. */
	isTurned: boolean;
}

/** Decodes a picture and writes it as a baseline sRGB JPEG without metadata. Throws what the codec throws. */
export async function recode(
	bytes: Buffer,
	kind: PictureKind,
	goal: EncodeGoal,
): Promise<EncodedPicture> {
	return await withMagick((magick) =>
		magick.ImageMagick.read(bytes, readSettings(magick, kind, goal), (image) => {
			const isTurned = image.orientation >= 5;
			makeUpright(magick, image);
			fit(magick, image, goal);
			makeStandardRgb(magick, image);
			image.strip();
			return { ...encode(magick, image, goal), isTurned };
		}),
	);
}

function readSettings(magick: MagickLibrary, kind: PictureKind, goal: EncodeGoal) {
	const { MagickFormat, MagickReadSettings } = magick;
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
	// Decodes straight to n/8 of the size: where time and memory are won on large photos.
	const longest = Math.max(goal.maxWidth, goal.maxHeight);
	settings.setDefine(MagickFormat.Jpeg, 'size', `${longest}x${longest}`);
	return settings;
}

function makeUpright(magick: MagickLibrary, image: IMagickImage): void {
	image.autoOrient();
	if (image.hasAlpha) {
		image.backgroundColor = magick.MagickColors.White;
		image.alpha(magick.AlphaAction.Remove);
		image.alpha(magick.AlphaAction.Off);
	}
}

function fit(magick: MagickLibrary, image: IMagickImage, goal: EncodeGoal): void {
	const scale = Math.min(1, goal.maxWidth / image.width, goal.maxHeight / image.height);
	if (scale === 1) return;
	const width = Math.max(1, Math.round(image.width * scale));
	const height = Math.max(1, Math.round(image.height * scale));
	image.resize(width, height, magick.FilterType.Lanczos);
}

function makeStandardRgb(magick: MagickLibrary, image: IMagickImage): void {
	const { ColorProfile, ColorSpace, ColorType } = magick;
	if (image.getColorProfile() !== null) image.transformColorSpace(new ColorProfile(sRgbProfile()));
	if (image.colorSpace !== ColorSpace.sRGB) image.colorSpace = ColorSpace.sRGB;
	// Otherwise a picture without colour would become a JPEG with one component.
	image.settings.colorType = ColorType.TrueColor;
}

function encode(magick: MagickLibrary, image: IMagickImage, goal: EncodeGoal) {
	let best = { bytes: Buffer.alloc(0), quality: 0 };
	for (const quality of goal.qualities) {
		image.quality = quality;
		best = {
			bytes: image.write(magick.MagickFormat.Jpeg, (data) => Buffer.from(data)),
			quality,
		};
		if (best.bytes.length <= goal.maxSizeBytes) break;
	}
	return { ...best, width: image.width, height: image.height };
}
