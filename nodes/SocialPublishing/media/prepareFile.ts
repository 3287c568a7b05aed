import type { IDataObject } from 'n8n-workflow';

import type { UploadFile } from '../api/upload';
import { detectFile, DETECT_HEAD_BYTES } from '../image/formats/detect';
import { PictureError } from '../image/imageErrors';
import { tightenLimits, type ImageLimits } from '../image/limits';
import type { PreparationReport } from '../image/report';
import type { Item } from '../properties/item';
import { InputFailure } from '../shared/failure';
import { readRecord } from '../shared/json';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { checkVideo, VideoError } from './checkVideo';
import { readImageLimits } from './imageLimits';
import { inMemory, inParts, readRange, readWhole, type InputFile } from './inputFile';

/** A picture larger than this is not opened at all. */
const LARGEST_PICTURE_BYTES = 100_000_000;

export interface PrepareOptions {
	/** False: a JPEG is sent as it is. */
	prepareImage: boolean;
	/** What to ask for below the service's own defaults: pixels, and quality from 1 to 100. */
	maxWidth?: number;
	maxHeight?: number;
	quality?: number;
	/** Gives the workspace's capabilities where there is no REST interface to ask. */
	readCapabilities?: () => Promise<IDataObject>;
}

/** A file as the service takes it. */
export interface PreparedFile {
	upload: UploadFile;
	/** What was done to a picture; undefined for a video, and for a picture left alone on request. */
	picture?: { bytes: Buffer; report: PreparationReport };
}

/**
 * Makes of an input file what the service accepts. Its content decides what it is, not its name or type.
 *
 * @throws InputFailure that names the file and the reason; nothing has been uploaded then
 */
export async function prepareFile(
	item: Item,
	workspacePath: string,
	file: InputFile,
	options: PrepareOptions = { prepareImage: true },
): Promise<PreparedFile> {
	if (file.sizeBytes === 0) throw new InputFailure(`The file ${file.name} is empty`);
	const kind = detectFile(await readRange(file, 0, DETECT_HEAD_BYTES));
	try {
		if (kind === 'mp4' || kind === 'otherVideo') {
			await checkVideo(
				async (at, length) => await readRange(file, at, length),
				file.sizeBytes,
				file.name,
			);
			return { upload: asItIs(file, 'video/mp4') };
		}
		if (!options.prepareImage && kind === 'jpeg') return { upload: asItIs(file, 'image/jpeg') };
		if (!options.prepareImage) {
			throw new InputFailure(
				`The file ${file.name} is not a JPEG, and Prepare Image is off`,
				'Turn Prepare Image on, or give a JPEG. Nothing was sent.',
			);
		}
		if (file.sizeBytes > LARGEST_PICTURE_BYTES) {
			throw new InputFailure(
				`The file ${file.name} is larger than 100 MB`,
				'Give a smaller picture.',
			);
		}
		const { connection } = item;
		const read =
			options.readCapabilities ?? (async () => await readCapabilities(connection, workspacePath));
		// What is no picture at all is refused before the service is asked.
		const limits =
			kind === 'unknown' ? readImageLimits({}) : await imageLimits(connection, workspacePath, read);
		return await preparedPicture(file, tightenLimits(limits, options));
	} catch (error) {
		const isAboutFile = error instanceof PictureError || error instanceof VideoError;
		throw isAboutFile ? new InputFailure(error.message) : error;
	}
}

async function preparedPicture(file: InputFile, limits: ImageLimits): Promise<PreparedFile> {
	// The codec is large: it is loaded only once a picture is there.
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
			parts: (partSizeBytes) => inParts(inMemory(bytes), partSizeBytes),
		},
		picture: { bytes, report },
	};
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

/** The image defaults of each workspace, asked for once in an execution. */
const limitsByConnection = new WeakMap<Connection, Map<string, Promise<ImageLimits>>>();

async function imageLimits(
	connection: Connection,
	workspacePath: string,
	read: () => Promise<IDataObject>,
): Promise<ImageLimits> {
	const known = limitsByConnection.get(connection) ?? new Map<string, Promise<ImageLimits>>();
	limitsByConnection.set(connection, known);
	const limits = known.get(workspacePath) ?? read().then(readImageLimits);
	known.set(workspacePath, limits);
	// A failed question is asked again for the next item.
	limits.catch(() => known.delete(workspacePath));
	return await limits;
}

async function readCapabilities(
	connection: Connection,
	workspacePath: string,
): Promise<IDataObject> {
	const { data } = await call(connection, {
		purpose: 'read the image settings',
		method: 'GET',
		path: `${workspacePath}/capabilities`,
		safety: 'read',
	});
	return readRecord(data);
}
