/** What the service accepts of a picture. */
export interface ImageLimits {
	/** Pixels. */
	maxWidth: number;
	/** Pixels. */
	maxHeight: number;
	/** JPEG quality, 1 to 100. */
	quality: number;
	/** Left out where the service states none. */
	maxSizeBytes?: number;
}

/** Applies what a user asks for: less than the service allows, never more. */
export function tightenLimits(
	limits: ImageLimits,
	options: { maxWidth?: number; maxHeight?: number; quality?: number },
): ImageLimits {
	const smaller = (limit: number, wish = 0) =>
		wish >= 1 ? Math.min(limit, Math.floor(wish)) : limit;
	return {
		...limits,
		maxWidth: smaller(limits.maxWidth, options.maxWidth),
		maxHeight: smaller(limits.maxHeight, options.maxHeight),
		quality: smaller(limits.quality, options.quality),
	};
}
