import type { PictureKind } from './formats/detect';
import type { PictureHeader } from './formats/header';
import { PictureError } from './imageErrors';
import { maxPixels } from './memoryBudget';
import { formatNames } from './report';
import { maxPixelsInTime } from './timeBudget';

/** The most that a JPEG can have. Scaling a longer side down would take much memory. */
const MAX_SIDE_PIXELS = 65_535;

/** Must run before decoding: a file of a few kilobytes can announce gigabytes of pixels. */
export function refuseTooManyPixels(
	kind: PictureKind,
	header: PictureHeader,
	sizeBytes: number,
	fileName: string,
): void {
	const { width, height, jpeg } = header;
	if (Math.max(width, height) > MAX_SIDE_PIXELS) {
		throw new PictureError(
			fileName,
			`it has ${width}×${height} pixels, and at most ${MAX_SIDE_PIXELS} are possible on each side`,
			'Make it smaller, then retry.',
		);
	}
	const limit = Math.min(maxPixels(kind, header), maxPixelsInTime(kind, header, sizeBytes));
	if (width * height <= limit) return;
	throw new PictureError(
		fileName,
		`it has ${width}×${height} pixels, and at most ${describeMegapixels(limit)} megapixels are possible for this ${formatNames[kind]} file`,
		jpeg && jpeg.scans > 1
			? 'Make it smaller, or save it as a JPEG that is not progressive, then retry.'
			: 'Make it smaller, then retry.',
	);
}

function describeMegapixels(pixels: number): string {
	return pixels < 10e6
		? (Math.floor(pixels / 1e5) / 10).toString()
		: String(Math.floor(pixels / 1e6));
}
