/** Stored dimensions in pixels. */
export interface Size {
	width: number;
	height: number;
}
