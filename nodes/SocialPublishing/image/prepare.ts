import { recode, type RecodedPicture, type RecodeGoal } from './codec';
import { detectFile, type PictureKind } from './formats/detect';
import { readHeader, type PictureHeader } from './formats/header';
import {
	CodecError,
	CutOffError,
	DamagedError,
	EXPORT_AGAIN_ADVICE,
	MissingEndError,
	PictureError,
	UnsupportedError,
} from './imageErrors';
import type { ImageLimits } from './limits';
import { refuseTooManyPixels } from './pixelLimits';
import { passThrough } from './passThrough';
import {
	formatNames,
	formatSize,
	makeReport,
	makeStrippedReport,
	makeUnchangedReport,
	type PreparationReport,
} from './report';

export { PictureError } from './imageErrors';
export type { ImageLimits } from './limits';
export type { PreparationReport } from './report';

export interface PreparedPicture {
	bytes: Buffer;
	/** Ends in `.jpg`. */
	fileName: string;
	mimeType: 'image/jpeg';
	report: PreparationReport;
}

/** If a result exceeds the size limit, the quality is lowered in these steps, down to this minimum. */
export const QUALITY_STEP = 10;
export const MIN_QUALITY = 45;

const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF or HEIC';

/**
 * Turns any picture into a JPEG that the service accepts: upright, within the limits and never enlarged, sRGB,
 * without metadata, transparency on white. A JPEG that already meets these requirements is returned unchanged; one that
 * only has metadata to lose loses it without being encoded again.
 *
 * @throws PictureError that names the file and the reason
 */
export async function preparePicture(
	bytes: Buffer,
	fileName: string,
	limits: ImageLimits,
): Promise<PreparedPicture> {
	const kind = pictureKind(bytes, fileName);
	const header = readCheckedHeader(kind, bytes, fileName);
	const prepared = { fileName: jpegFileName(fileName), mimeType: 'image/jpeg' as const };

	const passed = header.jpeg && passThrough(bytes, header.jpeg, limits);
	if (passed !== undefined) {
		const from = describeSource(kind, header, bytes);
		const report =
			passed === bytes ? makeUnchangedReport(from) : makeStrippedReport(from, passed.length);
		return { ...prepared, bytes: passed, report };
	}
	refuseTooManyPixels(kind, header, bytes.length, fileName);
	const encoded = await recodeWithinLimits(bytes, kind, header, fileName, limits);
	const report = makeReport(
		describeSource(kind, encoded.source, bytes),
		{
			format: 'JPEG',
			width: encoded.width,
			height: encoded.height,
			sizeBytes: encoded.bytes.length,
			quality: encoded.quality,
		},
		qualityNotes(encoded, limits),
		header.hasMore,
	);
	return { ...prepared, bytes: encoded.bytes, report };
}

function pictureKind(bytes: Buffer, fileName: string): PictureKind {
	const kind = detectFile(bytes);
	if (kind === 'unknown') {
		throw new PictureError(
			fileName,
			bytes.length === 0 ? 'the file is empty' : 'its content is not a picture in a known format',
			`Use a ${PICTURE_FORMATS} file.`,
		);
	}
	if (kind === 'bigTiff') {
		throw new PictureError(
			fileName,
			'it is a BigTIFF, the form of TIFF for files above 4 GB',
			'Save it as a plain TIFF, a PNG or a JPEG, then retry.',
		);
	}
	if (kind === 'mp4' || kind === 'otherVideo') {
		throw new PictureError(fileName, 'it is a video', `Use a ${PICTURE_FORMATS} file.`);
	}
	return kind;
}

function readCheckedHeader(kind: PictureKind, bytes: Buffer, fileName: string): PictureHeader {
	try {
		const header = readHeader(kind, bytes);
		if (header.width < 1 || header.height < 1) throw new DamagedError('no pixels');
		return header;
	} catch (error) {
		throw toPictureError(error, kind, fileName);
	}
}

function toPictureError(error: unknown, kind: PictureKind, fileName: string): unknown {
	if (error instanceof UnsupportedError)
		return new PictureError(fileName, error.message, error.advice);
	if (error instanceof MissingEndError) {
		return new PictureError(
			fileName,
			`the ${formatNames[kind]} file is cut off: its end marker is missing`,
			'Export or download it again. If a viewer shows all of it, save it from there as a new file. Then retry.',
		);
	}
	if (error instanceof CutOffError) {
		return new PictureError(
			fileName,
			`the ${formatNames[kind]} file is cut off`,
			EXPORT_AGAIN_ADVICE,
		);
	}
	if (error instanceof DamagedError || error instanceof CodecError) {
		return new PictureError(
			fileName,
			`the ${formatNames[kind]} file is damaged`,
			EXPORT_AGAIN_ADVICE,
		);
	}
	return error;
}

async function recodeWithinLimits(
	bytes: Buffer,
	kind: PictureKind,
	header: PictureHeader,
	fileName: string,
	limits: ImageLimits,
): Promise<RecodedPicture> {
	const goal: RecodeGoal = {
		maxWidth: limits.maxWidth,
		maxHeight: limits.maxHeight,
		qualities: qualitiesFrom(limits.quality),
		maxSizeBytes: limits.maxSizeBytes ?? Infinity,
	};
	let encoded: RecodedPicture;
	try {
		encoded = await recode(bytes, kind, header, goal);
	} catch (error) {
		throw toPictureError(error, kind, fileName);
	}
	if (encoded.bytes.length > goal.maxSizeBytes) {
		throw new PictureError(
			fileName,
			`even at quality ${encoded.quality} it has ${formatSize(encoded.bytes.length)}, and the service accepts at most ${formatSize(goal.maxSizeBytes)}`,
			'Use a smaller picture, or lower the maximum width or height.',
		);
	}
	return encoded;
}

function qualitiesFrom(quality: number): number[] {
	const qualities = [quality];
	for (let next = quality - QUALITY_STEP; next >= MIN_QUALITY; next -= QUALITY_STEP) {
		qualities.push(next);
	}
	return qualities;
}

function qualityNotes(encoded: RecodedPicture, limits: ImageLimits): string[] {
	if (encoded.quality === limits.quality) return [];
	return [
		`quality lowered from ${limits.quality} to ${encoded.quality} to stay within the size limit`,
	];
}

function describeSource(kind: PictureKind, size: { width: number; height: number }, bytes: Buffer) {
	return {
		format: formatNames[kind],
		width: size.width,
		height: size.height,
		sizeBytes: bytes.length,
	};
}

function jpegFileName(fileName: string): string {
	const baseName = fileName.split(/[\\/]/).pop() ?? '';
	const stem = baseName.replace(/\.[^.]*$/, '');
	return `${stem === '' ? 'picture' : stem}.jpg`;
}
