import type { IDataObject } from 'n8n-workflow';

import { readCapabilities } from '../api/workspace';
import type { PreparedFile } from '../api/mediaUpload';
import { readStatedImageLimits } from '../api/readings/imageLimits';
import { DETECT_HEAD_BYTES, detectFile } from '../image/formats/picture';
import { PictureError } from '../image/imageErrors';
import { tightenLimits, type ImageLimits } from '../image/limits';
import type { PreparedPicture } from '../image/prepare';
import { addHint, type Item } from '../properties/item';
import { memoize, getOrRead } from '../shared/maps';
import type { Connection } from '../transport/connection';
import { checkVideo } from './checkVideo';
import { FileFailure, MAX_PICTURE_BYTES } from './fileFailure';
import { asChunks, readStart, readWhole, type SourceFile } from './sourceFile';

export { formatSize } from '../image/report';

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

export interface Preparation {
	file: PreparedFile;
	/** Absent for a video, and for a JPEG that is sent unchanged on request. */
	picture?: PreparedPicture;
}

/**
 * Turns an input file into one that the service accepts. The file's content decides how it is treated, not its name
 * or declared type.
 *
 * @throws FileFailure that names the file and the reason; nothing has been uploaded
 */
export async function prepareFile(
	item: Item,
	workspacePath: string,
	file: SourceFile,
	options: PrepareOptions = { prepareImage: true },
): Promise<Preparation> {
	if (file.sizeBytes === 0)
		throw new FileFailure(`The file "${file.name}" is empty`, 'Use another file.');
	const kind = detectFile(await readStart(file, DETECT_HEAD_BYTES));
	try {
		if (kind === 'mp4' || kind === 'otherVideo') {
			await checkVideo(file);
			return { file: { ...file, type: 'video/mp4' } };
		}
		if (!options.prepareImage && kind === 'jpeg') return { file: { ...file, type: 'image/jpeg' } };
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
		const prepared = await prepareImage(file, tightenLimits(limits, options));
		if (prepared.picture?.report.onlyFirst === true) showOnlyFirst(item, file.name);
		return prepared;
	} catch (error) {
		throw error instanceof PictureError ? new FileFailure(error.message, error.advice) : error;
	}
}

/** Users must know that an animation became a still picture. */
function showOnlyFirst(item: Item, fileName: string): void {
	addHint(
		item,
		`"${fileName}" contains several pictures. Only the first one is used, as a still picture.`,
	);
}

async function prepareImage(source: SourceFile, limits: ImageLimits): Promise<Preparation> {
	// The codec is large, so it is loaded only when it is needed.
	const { preparePicture } = await import('../image/prepare');
	const picture = await preparePicture(await readWhole(source), source.name, limits);
	const { bytes, fileName: name, mimeType: type } = picture;
	const file = { name, type, sizeBytes: bytes.length, open: async () => asChunks([bytes]) };
	return { file, picture };
}

/** The image limits of each workspace, by its path; each is read once per execution. */
const limitsOf = memoize<Connection, Map<string, Promise<ImageLimits>>>(() => new Map());

async function workspaceLimits(
	connection: Connection,
	workspacePath: string,
	read: (purpose: string) => Promise<IDataObject>,
): Promise<ImageLimits> {
	const readLimits = async () => readImageLimits(await read('read the image settings'));
	return await getOrRead(limitsOf(connection), workspacePath, readLimits);
}

/** The limits of the pictures that a workspace accepts. */
export function readImageLimits(capabilities: IDataObject): ImageLimits {
	const {
		maxWidth = 2048,
		maxHeight = 2048,
		quality = 85,
		...rest
	} = readStatedImageLimits(capabilities);
	return { maxWidth, maxHeight, quality, ...rest };
}
