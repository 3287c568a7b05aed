import { isFlawless, recode } from './codec';
import {
	detectFile,
	type PictureFile,
	type PictureHeader,
	type PictureKind,
	type Size,
} from './formats/picture';
import { readHeader } from './header';
import { explainError, PictureError, SMALLER_ADVICE, UnusableError } from './imageErrors';
import type { ImageLimits } from './limits';
import { withMagick, type MagickLibrary } from './magickSession';
import {
	formatExcess,
	formatNames,
	makeReport,
	PICTURE_FORMATS,
	type PreparationReport,
} from './report';

export interface PreparedPicture {
	bytes: Buffer;
	/** Ends in `.jpg`. */
	fileName: string;
	mimeType: 'image/jpeg';
	report: PreparationReport;
}

/** The longest side that a JPEG can have. Scaling down a longer side would take a lot of memory. */
const MAX_SIDE_PIXELS = 65_535;
/**
 * Nothing can interrupt the codec, and n8n waits meanwhile. These take it about a second on a server of 2026, or up to three if they
 * are hard to decode.
 */
const MAX_MEGAPIXELS: Readonly<Record<PictureKind, number>> = {
	jpeg: 300,
	png: 50,
	webp: 28,
	gif: 50,
	bmp: 50,
	tiff: 50,
	avif: 8,
	heic: 50,
};
/** Of a JPEG with several scans, which is decoded in full before it is made smaller: itself, and all its scans together. */
const MAX_MULTI_SCAN_MEGAPIXELS = 66;
const MAX_SCANNED_MEGAPIXELS = 1_000;
/** A HEIC has maps and previews of up to half its pixels, which are not decoded. */
const DECODED_SHARE_OF_HEIC = 2 / 3;

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
	try {
		const kind = pictureKind(bytes);
		const prepare = async (magick: MagickLibrary) =>
			await prepareFile(magick, { bytes, kind, header: readHeader(magick, kind, bytes) }, limits);
		const prepared = await withMagick(prepare).catch((error: unknown) => {
			throw explainError(error, formatNames[kind]);
		});
		return { ...prepared, fileName: jpegFileName(fileName), mimeType: 'image/jpeg' };
	} catch (error) {
		throw error instanceof UnusableError
			? new PictureError(fileName, error.message, error.advice)
			: error;
	}
}

async function prepareFile(
	magick: MagickLibrary,
	file: PictureFile,
	limits: ImageLimits,
): Promise<Pick<PreparedPicture, 'bytes' | 'report'>> {
	const { bytes, header } = file;
	refuseTooManyPixels(file);
	if (needsNoChange(file, limits) && isFlawless(magick, file)) {
		const same = describeSource(file, header);
		return { bytes, report: makeReport(same, same, []) };
	}
	const { source, bytes: encoded, quality, ...size } = await recode(magick, file, limits);
	refuseTooManyBytes(encoded.length, quality, limits);
	const to = { format: formatNames.jpeg, ...size, sizeBytes: encoded.length, quality };
	const isLowered = quality !== limits.quality;
	const lowered = `quality lowered from ${limits.quality} to ${quality} to stay within the size limit`;
	const notes = isLowered ? [lowered] : [];
	return {
		bytes: encoded,
		report: makeReport(describeSource(file, source), to, notes, header.hasMore),
	};
}

/** Whether a JPEG can stay as it is, if all of its data is there: encoding it again would only lower its quality. */
function needsNoChange({ bytes, header }: PictureFile, limits: ImageLimits): boolean {
	const { jpeg, width, height } = header;
	const { maxWidth, maxHeight, maxSizeBytes = Infinity } = limits;
	const fits = width <= maxWidth && height <= maxHeight && bytes.length <= maxSizeBytes;
	return fits && jpeg !== undefined && jpeg.isPlain;
}

function pictureKind(bytes: Buffer): PictureKind {
	const kind = detectFile(bytes);
	if (kind === 'unknown') {
		throw new UnusableError(
			bytes.length === 0 ? 'the file is empty' : 'its content is not a picture in a known format',
			`Use a ${PICTURE_FORMATS} file.`,
		);
	}
	if (kind === 'bigTiff') {
		throw new UnusableError(
			'it is a BigTIFF, the TIFF variant for files over 4 GB',
			'Save it as a plain TIFF, a PNG or a JPEG, then retry.',
		);
	}
	if (kind === 'mp4' || kind === 'otherVideo') {
		throw new UnusableError('it is a video', `Use a ${PICTURE_FORMATS} file.`);
	}
	return kind;
}

/** Must run before decoding: a file of a few kilobytes can announce gigabytes of pixels. */
function refuseTooManyPixels({ kind, header }: PictureFile): void {
	const { width, height, jpeg, decodedPixels = 0 } = header;
	const unusable = (limit: string, advice = SMALLER_ADVICE) =>
		new UnusableError(`it has ${width}×${height} pixels, but the limit for ${limit}`, advice);
	if (Math.max(width, height) > MAX_SIDE_PIXELS) throw unusable(`each side is ${MAX_SIDE_PIXELS}`);
	const pixels = Math.max(
		width * height,
		decodedPixels * (kind === 'heic' ? DECODED_SHARE_OF_HEIC : 1),
	);
	const maxPixels = maxMegapixels(kind, jpeg) * 1e6;
	if (pixels <= maxPixels) return;
	// Of a file with many frames, each may have less.
	const megapixels = Math.floor((maxPixels * width * height) / pixels / 1e5) / 10;
	throw unusable(
		`this ${formatNames[kind]} file is ${megapixels} megapixels`,
		jpeg && jpeg.scans > 1
			? 'Make it smaller, or save it as a JPEG that is not progressive, then retry.'
			: undefined,
	);
}

function maxMegapixels(kind: PictureKind, jpeg: PictureHeader['jpeg']): number {
	if (!jpeg || jpeg.scans <= 1) return MAX_MEGAPIXELS[kind];
	return Math.min(MAX_MULTI_SCAN_MEGAPIXELS, MAX_SCANNED_MEGAPIXELS / jpeg.scans);
}

function refuseTooManyBytes(
	sizeBytes: number,
	quality: number,
	{ maxSizeBytes = Infinity }: ImageLimits,
): void {
	if (sizeBytes <= maxSizeBytes) return;
	const { size, limit } = formatExcess(sizeBytes, maxSizeBytes);
	throw new UnusableError(
		`even at quality ${quality} it is ${size}, but the service accepts at most ${limit}`,
		SMALLER_ADVICE,
	);
}

function describeSource({ kind, bytes }: PictureFile, { width, height }: Size) {
	return { format: formatNames[kind], width, height, sizeBytes: bytes.length };
}

function jpegFileName(fileName: string): string {
	const baseName = fileName.split(/[\\/]/).pop() ?? '';
	const stem = baseName.replace(/\.[^.]*$/, '');
	return `${stem === '' ? 'picture' : stem}.jpg`;
}
