/** The pictures that the service accepts. */
export interface ImageLimits {
	/** In pixels. */
	maxWidth: number;
	/** In pixels. */
	maxHeight: number;
	/** JPEG quality, 1 to 100. */
	quality: number;
	/** Absent if the service states no limit. */
	maxSizeBytes?: number;
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
