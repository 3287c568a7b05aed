import type { PictureKind } from './formats/picture';

interface ReportedFile {
	format: string;
	/** Dimensions in pixels, upright. */
	width: number;
	height: number;
	sizeBytes: number;
}

/** How a picture was prepared. */
export interface PreparationReport {
	from: ReportedFile;
	/** `quality` is absent if the picture was not encoded again. */
	to: ReportedFile & { quality?: number };
	/** False if the bytes of the file are unchanged. */
	changed: boolean;
	/** The file has more pictures, such as the frames of an animation, and only the first one was used. */
	onlyFirst: boolean;
	/** A summary for the user, such as "4032×3024 HEIC, 3.1 MB → 1080×810 JPEG, 180 KB". */
	text: string;
}

export const formatNames: Readonly<Record<PictureKind, string>> = {
	jpeg: 'JPEG',
	png: 'PNG',
	webp: 'WebP',
	gif: 'GIF',
	bmp: 'BMP',
	tiff: 'TIFF',
	avif: 'AVIF',
	heic: 'HEIC',
};

/** The formats that can be prepared, for advice. */
export const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF or HEIC';

/** @param to `from` itself if the file is unchanged */
export function makeReport(
	from: PreparationReport['from'],
	to: PreparationReport['to'],
	notes: string[],
	onlyFirst = false,
): PreparationReport {
	const changed = to !== from;
	const result = changed ? ` → ${describe(to)}` : ', already fits: unchanged';
	const ofSeveral = onlyFirst ? ['only the first of several pictures'] : [];
	const text = [`${describe(from)}${result}`, ...ofSeveral, ...notes].join('; ');
	return { from, to, changed, onlyFirst, text };
}

function describe({ width, height, format, sizeBytes }: ReportedFile): string {
	return `${width}×${height} ${format}, ${formatSize(sizeBytes)}`;
}

/** In decimal units, like the service's limits. */
export function formatSize(sizeBytes: number): string {
	if (sizeBytes < 1000) return `${sizeBytes} bytes`;
	if (sizeBytes < 999_500) return `${Math.round(sizeBytes / 1000)} KB`;
	return `${(sizeBytes / 1_000_000).toFixed(1)} MB`;
}

function formatBytes(sizeBytes: number): string {
	return `${sizeBytes.toLocaleString('en-US')} bytes`;
}

/** A size that exceeds a limit, and the limit, both in bytes if they would look the same in larger units. */
export function formatExcess(
	sizeBytes: number,
	limitBytes: number,
): { size: string; limit: string } {
	const isSame = formatSize(sizeBytes) === formatSize(limitBytes);
	const format = isSame ? formatBytes : formatSize;
	return { size: format(sizeBytes), limit: format(limitBytes) };
}
