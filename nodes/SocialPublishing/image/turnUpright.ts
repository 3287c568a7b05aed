/** RGB, three bytes a pixel, rows from the top. */
export interface RgbPicture {
	width: number;
	height: number;
	rgb: Uint8Array;
}

/** Whether an EXIF orientation (1 to 8) exchanges width and height. */
export function isTurned(orientation: number): boolean {
	return orientation >= 5 && orientation <= 8;
}

/** Applies an EXIF orientation (1 to 8; anything else counts as upright). */
export function turnUpright(picture: RgbPicture, orientation: number): RgbPicture {
	if (orientation < 2 || orientation > 8) return picture;
	const { width, height, rgb } = picture;
	const upright = isTurned(orientation) ? { width: height, height: width } : { width, height };
	// The position of the stored picture's first pixel in the result, and the steps between its columns and rows.
	const right = isTurned(orientation) ? upright.width : 1;
	const down = isTurned(orientation) ? 1 : upright.width;
	const mirrorsColumns = [2, 3, 7, 8].includes(orientation);
	const mirrorsRows = [3, 4, 6, 7].includes(orientation);
	const columnStep = mirrorsColumns ? -right : right;
	const rowStep = mirrorsRows ? -down : down;
	const origin =
		(mirrorsColumns ? right * (width - 1) : 0) + (mirrorsRows ? down * (height - 1) : 0);

	const turned = new Uint8Array(rgb.length);
	for (let y = 0, from = 0; y < height; y++) {
		let to = (origin + y * rowStep) * 3;
		for (let x = 0; x < width; x++, from += 3, to += columnStep * 3) {
			turned[to] = rgb[from] ?? 0;
			turned[to + 1] = rgb[from + 1] ?? 0;
			turned[to + 2] = rgb[from + 2] ?? 0;
		}
	}
	return { ...upright, rgb: turned };
}
