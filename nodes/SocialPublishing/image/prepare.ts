import { recode, type EncodedPicture, type EncodeGoal } from './codec';
import { detectFile, type PictureKind } from './formats/detect';
import { readHeader, type PictureHeader } from './formats/header';
import { CodecError, CutOffError, DamagedError, PictureError } from './imageErrors';
import type { ImageLimits } from './limits';
import { maxPixels } from './memoryBudget';
import { isPreparedJpeg } from './passThrough';
import {
	formatNames,
	formatSize,
	makeReport,
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

/** Where a result exceeds the size limit, the quality goes down in these steps, and no further. */
export const QUALITY_STEP = 10;
export const LOWEST_QUALITY = 45;

const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF or HEIC';
const EXPORT_AGAIN = 'Export or download it again, then retry.';

/**
 * Makes the JPEG that the service accepts out of any picture: upright, within the limits and never
 * enlarged, sRGB, without metadata, transparency on white. A JPEG that already is all that comes back
 * as it went in.
 *
 * @throws PictureError in plain words, naming the file
 */
export async function preparePicture(
	bytes: Buffer,
	fileName: string,
	limits: ImageLimits,
): Promise<PreparedPicture> {
	const kind = pictureKind(bytes, fileName);
	const header = readCheckedHeader(kind, bytes, fileName);
	const prepared = { fileName: jpegFileName(fileName), mimeType: 'image/jpeg' as const };

	if (header.jpeg && isPreparedJpeg(bytes, header.jpeg, limits)) {
		const from = describeSource(kind, header, bytes);
		return { ...prepared, bytes, report: makeUnchangedReport(from) };
	}
	refuseTooManyPixels(kind, header, fileName);
	const encoded = await recodeNamingTheFile(bytes, kind, header, fileName, limits);
	const report = makeReport(
		describeSource(kind, encoded.source, bytes),
		{
			format: 'JPEG',
			width: encoded.width,
			height: encoded.height,
			sizeBytes: encoded.bytes.length,
			quality: encoded.quality,
		},
		notesOn(encoded, limits),
	);
	return { ...prepared, bytes: encoded.bytes, report };
}

function pictureKind(bytes: Buffer, fileName: string): PictureKind {
	const kind = detectFile(bytes);
	if (kind === 'unknown') {
		throw new PictureError(
			fileName,
			bytes.length === 0 ? 'the file is empty' : 'its content is not a picture of a known format',
			`Give a ${PICTURE_FORMATS} file.`,
		);
	}
	if (kind === 'mp4' || kind === 'otherVideo') {
		throw new PictureError(fileName, 'it is a video', `Give a ${PICTURE_FORMATS} file.`);
	}
	return kind;
}

function readCheckedHeader(kind: PictureKind, bytes: Buffer, fileName: string): PictureHeader {
	try {
		const header = readHeader(kind, bytes);
		if (header.width < 1 || header.height < 1) throw new DamagedError('no pixels');
		return header;
	} catch (error) {
		throw inPlainWords(error, kind, fileName);
	}
}

function inPlainWords(error: unknown, kind: PictureKind, fileName: string): unknown {
	if (error instanceof CutOffError) {
		return new PictureError(fileName, `the ${formatNames[kind]} file is cut off`, EXPORT_AGAIN);
	}
	if (error instanceof DamagedError || error instanceof CodecError) {
		return new PictureError(fileName, `the ${formatNames[kind]} file is damaged`, EXPORT_AGAIN);
	}
	return error;
}

/** Before anything is decoded: a file of a few kilobytes can announce gigabytes of pixels. */
function refuseTooManyPixels(kind: PictureKind, header: PictureHeader, fileName: string): void {
	const limit = maxPixels(kind, header);
	if (header.width * header.height <= limit) return;
	throw new PictureError(
		fileName,
		`it has ${header.width}×${header.height} pixels, and for ${formatNames[kind]} at most ${Math.floor(limit / 1e6)} megapixels are possible`,
		'Make it smaller, then retry.',
	);
}

async function recodeNamingTheFile(
	bytes: Buffer,
	kind: PictureKind,
	header: PictureHeader,
	fileName: string,
	limits: ImageLimits,
): Promise<EncodedPicture> {
	const goal: EncodeGoal = {
		maxWidth: limits.maxWidth,
		maxHeight: limits.maxHeight,
		qualities: qualitiesFrom(limits.quality),
		maxSizeBytes: limits.maxSizeBytes ?? Infinity,
	};
	let encoded: EncodedPicture;
	try {
		encoded = await recode(bytes, kind, header, goal);
	} catch (error) {
		throw inPlainWords(error, kind, fileName);
	}
	if (encoded.bytes.length > goal.maxSizeBytes) {
		throw new PictureError(
			fileName,
			`even at quality ${encoded.quality} it has ${formatSize(encoded.bytes.length)}, and the service takes ${formatSize(goal.maxSizeBytes)}`,
			'Ask for a smaller width or height.',
		);
	}
	return encoded;
}

function qualitiesFrom(quality: number): number[] {
	const qualities = [quality];
	for (let next = quality - QUALITY_STEP; next >= LOWEST_QUALITY; next -= QUALITY_STEP) {
		qualities.push(next);
	}
	return qualities;
}

function notesOn(encoded: EncodedPicture, limits: ImageLimits): string[] {
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
