import { isFlawless, recode, type RecodedPicture } from './codec';
import { detectFile, type PictureFile, type PictureKind, type Size } from './formats/picture';
import { readHeader } from './formats/header';
import { isPlainJpeg } from './formats/jpeg';
import {
	CodecError,
	CutOffError,
	DamagedError,
	EXPORT_AGAIN_ADVICE,
	MissingEndError,
	OTHER_FORMAT_ADVICE,
	PictureError,
	UnsupportedError,
} from './imageErrors';
import type { ImageLimits } from './limits';
import { refuseTooManyPixels } from './decodingLimits';
import { formatExcess, formatNames, makeReport, type PreparationReport } from './report';

export interface PreparedPicture {
	bytes: Buffer;
	/** Ends in `.jpg`. */
	fileName: string;
	mimeType: 'image/jpeg';
	report: PreparationReport;
}

const PICTURE_FORMATS = 'JPEG, PNG, WebP, GIF, BMP, TIFF, AVIF or HEIC';

/**
 * Turns any picture into a JPEG that the service accepts: upright, within the limits and never enlarged, sRGB,
 * without metadata, transparency on white. A JPEG that already meets these requirements is returned unchanged.
 *
 * @throws PictureError that names the file and the reason
 */
export async function preparePicture(
	bytes: Buffer,
	fileName: string,
	limits: ImageLimits,
): Promise<PreparedPicture> {
	const file = readPicture(bytes, fileName);
	const prepared = { fileName: jpegFileName(fileName), mimeType: 'image/jpeg' as const };

	refuseTooManyPixels(file);
	if (needsNoChange(file, limits) && (await isFlawless(file))) {
		const same = describeSource(file, file.header);
		return { ...prepared, bytes, report: makeReport(same, same, []) };
	}
	const { source, bytes: encoded, quality, ...size } = await recodeWithinLimits(file, limits);
	const to = { format: formatNames.jpeg, ...size, sizeBytes: encoded.length, quality };
	const isLowered = quality !== limits.quality;
	const lowered = `quality lowered from ${limits.quality} to ${quality} to stay within the size limit`;
	const notes = isLowered ? [lowered] : [];
	const report = makeReport(describeSource(file, source), to, notes, file.header.hasMore);
	return { ...prepared, bytes: encoded, report };
}

/** Whether a JPEG can stay as it is, if all of its data is there: encoding it again would only lower its quality. */
function needsNoChange({ bytes, header }: PictureFile, limits: ImageLimits): boolean {
	const { jpeg, width, height } = header;
	const { maxWidth, maxHeight, maxSizeBytes = Infinity } = limits;
	const fits = width <= maxWidth && height <= maxHeight && bytes.length <= maxSizeBytes;
	return fits && jpeg !== undefined && isPlainJpeg(bytes, jpeg);
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
			'it is a BigTIFF, the TIFF variant for files over 4 GB',
			'Save it as a plain TIFF, a PNG or a JPEG, then retry.',
		);
	}
	if (kind === 'mp4' || kind === 'otherVideo') {
		throw new PictureError(fileName, 'it is a video', `Use a ${PICTURE_FORMATS} file.`);
	}
	return kind;
}

function readPicture(bytes: Buffer, name: string): PictureFile {
	const kind = pictureKind(bytes, name);
	try {
		const header = readHeader(kind, bytes);
		if (header.width < 1 || header.height < 1) throw new DamagedError('no pixels');
		return { name, bytes, kind, header };
	} catch (error) {
		throw toPictureError(error, kind, name);
	}
}

function toPictureError(error: unknown, kind: PictureKind, fileName: string): unknown {
	const format = formatNames[kind];
	const unusable = (reason: string, advice: string) => new PictureError(fileName, reason, advice);
	if (error instanceof UnsupportedError) return unusable(error.message, error.advice);
	if (error instanceof MissingEndError) {
		return unusable(
			`the ${format} file is cut off: its end marker is missing`,
			'Export or download it again. If a viewer shows the whole picture, save it from there as a new file. Then retry.',
		);
	}
	if (error instanceof CutOffError)
		return unusable(`the ${format} file is cut off`, EXPORT_AGAIN_ADVICE);
	if (error instanceof CodecError && error.isLacking)
		return unusable(`it is a kind of ${format} file that is not supported`, OTHER_FORMAT_ADVICE);
	if (error instanceof DamagedError || error instanceof CodecError)
		return unusable(`the ${format} file is damaged`, EXPORT_AGAIN_ADVICE);
	return error;
}

async function recodeWithinLimits(file: PictureFile, limits: ImageLimits): Promise<RecodedPicture> {
	const { maxSizeBytes = Infinity } = limits;
	const encoded = await recode(file, limits).catch((error: unknown) => {
		throw toPictureError(error, file.kind, file.name);
	});
	if (encoded.bytes.length > maxSizeBytes) {
		const { size, limit } = formatExcess(encoded.bytes.length, maxSizeBytes);
		throw new PictureError(
			file.name,
			`even at quality ${encoded.quality} it is ${size}, but the service accepts at most ${limit}`,
			'Use a smaller picture, or lower the maximum width or height.',
		);
	}
	return encoded;
}

function describeSource({ kind, bytes }: PictureFile, { width, height }: Size) {
	return { format: formatNames[kind], width, height, sizeBytes: bytes.length };
}

function jpegFileName(fileName: string): string {
	const baseName = fileName.split(/[\\/]/).pop() ?? '';
	const stem = baseName.replace(/\.[^.]*$/, '');
	return `${stem === '' ? 'picture' : stem}.jpg`;
}
