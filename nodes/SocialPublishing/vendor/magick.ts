export {
	AlphaAction,
	ColorProfile,
	ColorSpace,
	ColorType,
	FilterType,
	ImageMagick,
	initializeImageMagick,
	Interlace,
	MagickColors,
	MagickError,
	MagickFormat,
	MagickReadSettings,
	Orientation,
	ResourceLimits,
} from '@imagemagick/magick-wasm';
export type { IColorProfile, IMagickImage } from '@imagemagick/magick-wasm';
export { wasm } from '@imagemagick/magick-wasm/magick.wasm';
