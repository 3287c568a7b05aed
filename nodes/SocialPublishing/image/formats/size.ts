/** Dimensions in pixels, as stored. */
export interface Size {
	width: number;
	height: number;
}

/** In pixels. */
export function area({ width, height }: Size): number {
	return width * height;
}
