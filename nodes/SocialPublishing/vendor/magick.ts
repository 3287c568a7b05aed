export {
	ColorProfile,
	ColorSpace,
	ColorType,
	ImageMagick,
	initializeImageMagick,
	MagickColors,
	MagickError,
	MagickFormat,
	MagickGeometry,
	MagickImage,
	MagickImageCollection,
	MagickReadSettings,
	PixelChannel,
	ResourceLimits,
} from '@imagemagick/magick-wasm';
export type { IMagickImage } from '@imagemagick/magick-wasm';
export { readWasm } from '@imagemagick/magick-wasm/magick.wasm';
