import type { Size } from './formats/picture';

/** The pictures that the service accepts. */
export interface ImageLimits {
	/** In pixels. */
	maxWidth: number;
	/** In pixels. */
	maxHeight: number;
	/** JPEG quality, 1 to 100. */
	quality: number;
	/** Absent if the service states no limit. */
	maxSizeBytes?: number | undefined;
}

/** Applies the user's options, which can only tighten the service's limits. */
export function tightenLimits(
	limits: ImageLimits,
	options: { maxWidth?: number; maxHeight?: number; quality?: number },
): ImageLimits {
	const tighten = (limit: number, option = 0) =>
		option >= 1 ? Math.min(limit, Math.floor(option)) : limit;
	return {
		...limits,
		maxWidth: tighten(limits.maxWidth, options.maxWidth),
		maxHeight: tighten(limits.maxHeight, options.maxHeight),
		quality: tighten(limits.quality, options.quality),
	};
}

export type SizeLimits = Pick<ImageLimits, 'maxWidth' | 'maxHeight'>;

/** The stored dimensions of the result: within the limits, in proportion, never enlarged. */
export function fit(stored: Size, turned: boolean, limits: SizeLimits): Size {
	const maxWidth = turned ? limits.maxHeight : limits.maxWidth;
	const maxHeight = turned ? limits.maxWidth : limits.maxHeight;
	const scale = Math.min(1, maxWidth / stored.width, maxHeight / stored.height);
	return {
		width: Math.max(1, Math.round(stored.width * scale)),
		height: Math.max(1, Math.round(stored.height * scale)),
	};
}

/**
 * The size hint with which the JPEG decoder decodes straight to n/8 of the dimensions, which saves most of the time
 * and memory on large photos. ImageMagick rounds n down, so the hint is one pixel larger than the dimensions at n/8.
 */
export function decodeSize(header: Size, limits: SizeLimits): string {
	// The orientation is not known yet, so the size must suffice for both.
	const width = Math.max(...[false, true].map((turned) => fit(header, turned, limits).width));
	const eighths = Math.min(8, Math.ceil((8 * width) / header.width));
	const scaled = (length: number) => Math.ceil((length * eighths) / 8) + 1;
	return `${scaled(header.width)}x${scaled(header.height)}`;
}
