import type { IDataObject } from 'n8n-workflow';

import { readStatedImageLimits } from '../api/readings/imageLimits';
import type { ImageLimits } from '../image/limits';

/** These apply to limits that the capabilities leave out. */
export const FALLBACK_MAX_WIDTH = 2048;

export const FALLBACK_MAX_HEIGHT = 2048;

export const FALLBACK_QUALITY = 85;

/** The limits of the pictures that a workspace accepts. */
export function readImageLimits(capabilities: IDataObject): ImageLimits {
	const { maxWidth, maxHeight, quality, maxSizeBytes } = readStatedImageLimits(capabilities);
	return {
		maxWidth: maxWidth ?? FALLBACK_MAX_WIDTH,
		maxHeight: maxHeight ?? FALLBACK_MAX_HEIGHT,
		quality: quality ?? FALLBACK_QUALITY,
		...(maxSizeBytes !== undefined && { maxSizeBytes }),
	};
}
