import { findBox, readBoxes, readBoxHeader, type Box } from '../image/formats/boxes';
import { ByteReader } from '../image/formats/byteReader';
import { DETECT_HEAD_BYTES, detectFile } from '../image/formats/detect';
import { CutOffError, EXPORT_AGAIN_ADVICE } from '../image/imageErrors';
import { formatSize } from '../image/report';

/** The service accepts only videos smaller than this. */
export const VIDEO_SIZE_LIMIT_BYTES = 10_000_000;

/** The metadata of a genuine video is far smaller than this. */
const MAX_MOVIE_BOX_BYTES = 4_000_000;
/** A fragmented video has two boxes per fragment, and a fragment lasts a second or more. */
const MAX_TOP_LEVEL_BOXES = 10_000;
const BOX_HEADER_BYTES = 16;

const H264_FORMATS = new Set(['avc1', 'avc2', 'avc3', 'avc4']);
const codecNames: Readonly<Record<string, string>> = {
	hvc1: 'H.265 (HEVC)',
	hev1: 'H.265 (HEVC)',
	dvh1: 'Dolby Vision',
	dvhe: 'Dolby Vision',
	av01: 'AV1',
	vp08: 'VP8',
	vp09: 'VP9',
	mp4v: 'MPEG-4 Part 2',
	encv: 'encrypted',
};

const CONVERT_ADVICE = 'Convert it to an MP4 file with H.264 video, then retry.';

/**
 * Checks that the service accepts a video: an MP4 file with H.264 video, strictly below the size limit. Reads only
 * the file's boxes (ISO/IEC 14496-12), never the frames.
 *
 * @param read returns `length` bytes from `offset`; fewer at the end of the file
 * @throws VideoError that names the file and the reason
 */
export async function checkVideo(
	read: (offset: number, length: number) => Promise<Buffer>,
	sizeBytes: number,
	fileName: string,
): Promise<void> {
	if (sizeBytes >= VIDEO_SIZE_LIMIT_BYTES) {
		throw new VideoError(
			fileName,
			`it has ${formatSize(sizeBytes)}, and the service accepts less than ${formatSize(VIDEO_SIZE_LIMIT_BYTES)}`,
			'Shorten or compress it, then retry.',
		);
	}
	if (detectFile(await read(0, DETECT_HEAD_BYTES)) !== 'mp4') {
		throw new VideoError(fileName, 'it is not an MP4 file', CONVERT_ADVICE);
	}
	const formats = await readVideoFormats(read, sizeBytes, fileName);
	if (formats.length === 0) {
		throw new VideoError(fileName, 'it contains no video', 'Use an MP4 file with H.264 video.');
	}
	const unsupported = formats.find((format) => !H264_FORMATS.has(format));
	if (unsupported !== undefined) {
		const codec =
			codecNames[unsupported] ?? `in the format "${unsupported.replace(/[^ -~]/g, '?')}"`;
		throw new VideoError(
			fileName,
			`its video is ${codec}, and the service accepts only H.264`,
			CONVERT_ADVICE,
		);
	}
}

/** The sample format of every video track, such as `avc1`. */
async function readVideoFormats(
	read: (offset: number, length: number) => Promise<Buffer>,
	sizeBytes: number,
	fileName: string,
): Promise<string[]> {
	try {
		const movie = await readMovieBox(read, sizeBytes);
		const reader = new ByteReader(movie);
		return [...videoFormats(reader)];
	} catch (error) {
		throw toVideoError(error, fileName);
	}
}

function toVideoError(error: unknown, fileName: string): unknown {
	if (!(error instanceof CutOffError)) return error;
	return new VideoError(fileName, 'the file is cut off or damaged', EXPORT_AGAIN_ADVICE);
}

/** The content of the `moov` box, which may be at the end of the file. */
async function readMovieBox(
	read: (offset: number, length: number) => Promise<Buffer>,
	sizeBytes: number,
): Promise<Buffer> {
	let movie: Buffer | undefined;
	let offset = 0;
	for (let count = 0; offset < sizeBytes && count < MAX_TOP_LEVEL_BOXES; count++) {
		const head = new ByteReader(await read(offset, BOX_HEADER_BYTES));
		const { type, headerLength, length } = readBoxHeader(head, 0, sizeBytes - offset);
		if (offset + length > sizeBytes) throw new CutOffError(`${type} at ${offset}`);
		if (type === 'moov' && movie === undefined) {
			const contentBytes = length - headerLength;
			if (contentBytes > MAX_MOVIE_BOX_BYTES) throw new CutOffError('the movie box is too large');
			movie = await read(offset + headerLength, contentBytes);
		}
		offset += length;
	}
	if (movie === undefined) throw new CutOffError('no movie box');
	return movie;
}

function* videoFormats(reader: ByteReader): Generator<string> {
	for (const track of readBoxes(reader, 0, reader.length)) {
		if (track.type !== 'trak') continue;
		const media = findBox(reader, track, 'mdia');
		const handler = media && findBox(reader, media, 'hdlr');
		if (!handler || reader.text(handler.start + 8, 4) !== 'vide') continue;
		const descriptions = findPath(reader, media, ['minf', 'stbl', 'stsd']);
		if (!descriptions) throw new CutOffError('a track without sample descriptions');
		// The descriptions, one box each, follow version, flags and count.
		for (const entry of readBoxes(reader, descriptions.start + 8, descriptions.end)) {
			yield entry.type;
		}
	}
}

function findPath(reader: ByteReader, from: Box, types: string[]): Box | undefined {
	return types.reduce<Box | undefined>(
		(parent, type) => parent && findBox(reader, parent, type),
		from,
	);
}

/** A video that the service does not accept. The message names the file and the reason; `advice` says what to do. */
export class VideoError extends Error {
	override readonly name = 'VideoError';

	constructor(
		fileName: string,
		reason: string,
		readonly advice: string,
	) {
		super(`The video "${fileName}" cannot be uploaded: ${reason}`);
	}
}
