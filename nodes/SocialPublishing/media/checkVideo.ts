import {
	ByteReader,
	findBox,
	findPath,
	readBoxes,
	readBoxHeader,
} from '../image/formats/binaryReader';
import { detectFile } from '../image/formats/picture';
import { CutOffError, EXPORT_AGAIN_ADVICE } from '../image/imageErrors';
import { formatExcess } from '../image/report';
import { FileFailure, VIDEO_SIZE_LIMIT_BYTES } from './fileFailure';
import { readStart, type SourceFile } from './sourceFile';

/** The metadata of a genuine video is far smaller than this. */
const MAX_MOVIE_BOX_BYTES = 4_000_000;
/** A fragmented video has two boxes per fragment, and a fragment lasts a second or more. */
const MAX_TOP_LEVEL_BOXES = 10_000;

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

/** A segment of a streamed video starts with one of these boxes. */
const SEGMENT_BOXES = new Set(['styp', 'sidx', 'moof']);

const WHOLE_ADVICE = 'Use the whole video as an MP4 file, then retry.';
const CONVERT_ADVICE = 'Convert it to an MP4 file with H.264 video, then retry.';

/**
 * Checks that the service accepts a video: an MP4 file with H.264 video, strictly below the size limit. Reads the file
 * once, which the limit allows, and interprets only its boxes (ISO/IEC 14496-12), never the frames.
 *
 * @throws FileFailure that names the file and the reason
 */
export async function checkVideo(file: SourceFile): Promise<void> {
	const { name, sizeBytes } = file;
	if (sizeBytes >= VIDEO_SIZE_LIMIT_BYTES) {
		const { size, limit } = formatExcess(sizeBytes, VIDEO_SIZE_LIMIT_BYTES);
		throw unusable(
			name,
			`it is ${size}, but the service only accepts videos smaller than ${limit}`,
			'Shorten or compress it, then retry.',
		);
	}
	const bytes = await readStart(file, sizeBytes);
	if (SEGMENT_BOXES.has(bytes.toString('latin1', 4, 8))) {
		throw unusable(name, 'it is only a segment of a streamed video', WHOLE_ADVICE);
	}
	if (detectFile(bytes) !== 'mp4') throw unusable(name, 'it is not an MP4 file', CONVERT_ADVICE);
	const formats = readVideoFormats(bytes, file);
	if (formats.length === 0) {
		throw unusable(name, 'it contains no video', 'Use an MP4 file with H.264 video.');
	}
	const unsupported = formats.find((format) => !H264_FORMATS.has(format));
	if (unsupported !== undefined) {
		const codec =
			codecNames[unsupported] ?? `in the format "${unsupported.replace(/[^ -~]/g, '?')}"`;
		throw unusable(
			name,
			`its video is ${codec}, but the service accepts only H.264`,
			CONVERT_ADVICE,
		);
	}
}

/** The sample format of every video track, such as `avc1`. */
function readVideoFormats(bytes: Buffer, file: SourceFile): string[] {
	try {
		return [...videoFormats(new ByteReader(readMovieBox(bytes, file)))];
	} catch (error) {
		throw error instanceof CutOffError
			? unusable(file.name, 'the file is cut off or damaged', EXPORT_AGAIN_ADVICE)
			: error;
	}
}

function unusable(fileName: string, reason: string, advice: string): FileFailure {
	return new FileFailure(`The video "${fileName}" cannot be uploaded: ${reason}`, advice);
}

/** The content of the first `moov` box, which may be at the end of the file. The file must contain all its boxes, and media. */
function readMovieBox(bytes: Buffer, { name, sizeBytes }: SourceFile): Buffer {
	const reader = new ByteReader(bytes);
	let movie: Buffer | undefined;
	let mediaBytes = 0;
	let offset = 0;
	for (let count = 0; offset < sizeBytes && count < MAX_TOP_LEVEL_BOXES; count++) {
		const { type, headerLength, length } = readBoxHeader(reader, offset, sizeBytes - offset);
		reader.require(offset, length);
		const end = offset + length;
		if (type === 'moov') movie ??= bytes.subarray(offset + headerLength, end);
		if (type === 'mdat') mediaBytes += length - headerLength;
		offset = end;
	}
	if (movie === undefined) throw new CutOffError('no movie box');
	if (movie.length > MAX_MOVIE_BOX_BYTES) throw new CutOffError('the movie box is too large');
	if (mediaBytes === 0) {
		throw unusable(name, 'it describes a streamed video, but contains none of it', WHOLE_ADVICE);
	}
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
