/** Dimensions in pixels, as stored. */
export interface Size {
	width: number;
	height: number;
}
