import type { PictureKind } from './formats/picture';

/** How a picture was prepared. */
export interface PreparationReport {
	/** Dimensions in pixels, upright. */
	from: { format: string; width: number; height: number; sizeBytes: number };
	to: {
		format: 'JPEG';
		width: number;
		height: number;
		sizeBytes: number;
		/** Absent if the picture was not encoded again. */
		quality?: number;
	};
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

export function makeReport(
	from: PreparationReport['from'],
	to: PreparationReport['to'],
	notes: string[],
	onlyFirst = false,
): PreparationReport {
	const text = `${describe(from)} → ${describe(to)}`;
	const ofSeveral = onlyFirst ? ['only the first of several pictures'] : [];
	return { from, to, changed: true, onlyFirst, text: [text, ...ofSeveral, ...notes].join('; ') };
}

export function makeUnchangedReport(from: PreparationReport['from']): PreparationReport {
	const to = { ...from, format: 'JPEG' } as const;
	return {
		from,
		to,
		changed: false,
		onlyFirst: false,
		text: `${describe(from)}, already fits: unchanged`,
	};
}

/** For a JPEG that only lost its metadata. */
export function makeStrippedReport(
	from: PreparationReport['from'],
	sizeBytes: number,
): PreparationReport {
	return makeReport(from, { ...from, format: 'JPEG', sizeBytes }, [
		'metadata removed, not encoded again',
	]);
}

function describe({ width, height, format, sizeBytes }: PreparationReport['from']): string {
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
