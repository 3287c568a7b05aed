import { detectFile, DETECT_HEAD_BYTES } from '../image/detect';
import { InputFailure } from '../transport/failure';
import type { UploadFile } from '../transport/upload';
import { inParts, readRange, type InputFile } from './inputFile';

/** A file as the service takes it. */
export interface PreparedFile {
	upload: UploadFile;
}

/** Makes of an input file what the service accepts, or says why it cannot be. */
export async function prepareFile(file: InputFile): Promise<PreparedFile> {
	if (file.sizeBytes === 0) throw new InputFailure(`${file.name} is empty`);
	const kind = detectFile(await readRange(file, 0, DETECT_HEAD_BYTES));
	if (kind === 'jpeg') return { upload: asItIs(file, 'image/jpeg') };
	if (kind === 'mp4') return { upload: asItIs(file, 'video/mp4') };
	throw new InputFailure(`${file.name} is neither a picture nor an MP4 video`);
}

function asItIs(file: InputFile, type: string): UploadFile {
	return {
		name: file.name,
		type,
		sizeBytes: file.sizeBytes,
		parts: async function* parts(partSizeBytes) {
			yield* inParts(await file.open(), partSizeBytes);
		},
	};
}
