import type { IDataObject } from 'n8n-workflow';

import { readCapabilities } from '../api/workspace';
import type { UploadFile } from '../api/uploadTarget';
import { detectFile, DETECT_HEAD_BYTES } from '../image/formats/detect';
import { PictureError } from '../image/imageErrors';
import { tightenLimits, type ImageLimits } from '../image/limits';
import type { PreparationReport } from '../image/report';
import { type Item, addHint } from '../properties/item';
import { memoize, readOnce } from '../shared/maps';
import type { Connection } from '../transport/connection';
import { checkVideo, VideoError } from './checkVideo';
import { FileFailure } from './fileFailure';
import { MAX_PICTURE_BYTES } from './fileSizes';
import { readForward } from './forwardReader';
import { readImageLimits } from './imageLimits';
import { asChunks, splitIntoParts, readWhole, type InputFile } from './inputFile';

export interface PrepareOptions {
	/** False: a JPEG is sent unchanged, and any other picture is refused. */
	prepareImage: boolean;
	/** In pixels. This and the next two only tighten the service's own limits. */
	maxWidth?: number;
	maxHeight?: number;
	/** 1 to 100. */
	quality?: number;
	/** Reads the workspace's capabilities; by default over the REST interface. */
	readCapabilities?: (purpose: string) => Promise<IDataObject>;
}

/** A file that the service accepts. */
export interface PreparedFile {
	upload: UploadFile;
	/** A prepared picture; undefined for a video, and for a JPEG that is sent unchanged on request. */
	picture?: { bytes: Buffer; report: PreparationReport };
}

/**
 * Turns an input file into one that the service accepts. The file's content decides how it is treated, not its name
 * or declared type.
 *
 * @throws FileFailure that names the file and the reason; nothing has been uploaded then
 */
export async function prepareFile(
	item: Item,
	workspacePath: string,
	file: InputFile,
	options: PrepareOptions = { prepareImage: true },
): Promise<PreparedFile> {
	if (file.sizeBytes === 0)
		throw new FileFailure(`The file "${file.name}" is empty`, 'Use another file.');
	const head = await readForward(file, async (reader) => await reader.peek(DETECT_HEAD_BYTES));
	const kind = detectFile(head);
	try {
		if (kind === 'mp4' || kind === 'otherVideo') {
			await checkVideo(file);
			return { upload: toUnchangedUpload(file, 'video/mp4') };
		}
		if (!options.prepareImage && kind === 'jpeg')
			return { upload: toUnchangedUpload(file, 'image/jpeg') };
		if (!options.prepareImage) {
			throw new FileFailure(
				`The file "${file.name}" is not a JPEG, and 'Prepare Image' is off`,
				"Turn on 'Prepare Image', or use a JPEG.",
			);
		}
		if (file.sizeBytes > MAX_PICTURE_BYTES) {
			throw new FileFailure(
				`The file "${file.name}" is larger than 100 MB`,
				'Use a smaller picture.',
			);
		}
		const { connection } = item;
		const readWorkspaceCapabilities =
			options.readCapabilities ??
			(async (purpose) => await readCapabilities(connection, workspacePath, purpose));
		// A file of another format will be refused, so the service is not asked for its limits.
		const limits =
			kind === 'unknown' || kind === 'bigTiff'
				? readImageLimits({})
				: await workspaceLimits(connection, workspacePath, readWorkspaceCapabilities);
		const prepared = await toPreparedFile(file, tightenLimits(limits, options));
		if (prepared.picture?.report.onlyFirst === true) showOnlyFirst(item, file.name);
		return prepared;
	} catch (error) {
		const isAboutFile = error instanceof PictureError || error instanceof VideoError;
		throw isAboutFile ? new FileFailure(error.message, error.advice) : error;
	}
}

/** An animation that becomes a still picture must not do so in silence. */
function showOnlyFirst(item: Item, fileName: string): void {
	addHint(
		item,
		`"${fileName}" has several pictures. Only its first one is used, as a still picture.`,
	);
}

async function toPreparedFile(file: InputFile, limits: ImageLimits): Promise<PreparedFile> {
	// The codec is large, so it is loaded only when it is needed.
	const { preparePicture } = await import('../image/prepare');
	const { bytes, fileName, mimeType, report } = await preparePicture(
		await readWhole(file),
		file.name,
		limits,
	);
	return {
		upload: {
			name: fileName,
			type: mimeType,
			sizeBytes: bytes.length,
			parts: (partSizeBytes) => splitIntoParts(asChunks(bytes), partSizeBytes),
		},
		picture: { bytes, report },
	};
}

function toUnchangedUpload(file: InputFile, type: string): UploadFile {
	return {
		name: file.name,
		type,
		sizeBytes: file.sizeBytes,
		parts: async function* parts(partSizeBytes) {
			yield* splitIntoParts(await file.open(), partSizeBytes);
		},
	};
}

/** The image limits of each workspace, by its path; each is read once per execution. */
const limitsOf = memoize<Connection, Map<string, Promise<ImageLimits>>>(() => new Map());

async function workspaceLimits(
	connection: Connection,
	workspacePath: string,
	read: (purpose: string) => Promise<IDataObject>,
): Promise<ImageLimits> {
	const readLimits = async () => readImageLimits(await read('read the image settings'));
	return await readOnce(limitsOf(connection), workspacePath, readLimits);
}
