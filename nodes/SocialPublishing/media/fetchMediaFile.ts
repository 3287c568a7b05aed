import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readMediaFacts } from '../api/readings/media';
import type { Item } from '../properties/item';
import { clock, withTimeout } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { download } from '../transport/call';
import { timeoutFailure } from '../transport/networkFailure';

const MAX_ATTEMPTS = 3;
const RETRY_DELAY_MS = 1_000;
/** For the whole body, from the first byte to the last. */
const FILE_TIMEOUT_MS = 300_000;

/** As `fetchMediaFile`, for a file of the media library. */
export async function fetchLibraryFile(
	item: Item,
	mediaPath: string,
	media: IDataObject,
): Promise<IBinaryData> {
	const fetchFile = async () =>
		await download(item.connection, {
			purpose: 'download the file',
			method: 'GET',
			path: `${mediaPath}/file`,
			safety: 'safe',
		});
	return await fetchMediaFile(item, media, fetchFile);
}

/**
 * Streams the file of a media item into n8n's binary data store. A download that breaks off starts over: n8n
 * would keep a truncated file.
 *
 * @param fetchFile requests the file; called again for each attempt
 */
export async function fetchMediaFile(
	{ functions, connection }: Item,
	media: IDataObject,
	fetchFile: () => ReturnType<typeof download>,
): Promise<IBinaryData> {
	for (let attempt = 1; ; attempt++) {
		const { stream, headers } = await fetchFile();
		try {
			// Media are pictures and videos: an HTML page comes from a proxy, and JSON may be an error.
			const [, format] = OTHER_CONTENT.exec(headers['content-type'] ?? '') ?? [];
			if (format !== undefined) throw notTheFile(format);
			const { fileName, sizeBytes: statedBytes = 0, ...facts } = readMediaFacts(media);
			const mimeType = facts.mimeType ?? headers['content-type']?.split(';')[0];
			const store = async () => await storeFile(functions, stream, fileName, mimeType);
			const stored = await withTimeout(FILE_TIMEOUT_MS, store, timeoutFailure);
			const sizeBytes = await sizeOf(functions, stored);
			if (sizeBytes === 0) throw incompleteDownload('the file is empty');
			if (statesEnd(headers) || sizeBytes >= statedBytes) return stored;
			throw incompleteDownload('the file is smaller than the service states');
		} catch (error) {
			stream.destroy();
			connection.signal?.throwIfAborted();
			if (attempt === MAX_ATTEMPTS || error instanceof StorageFailure) {
				const reason = connection.redact(error instanceof Error ? error.message : String(error));
				throw error instanceof ServiceFailure ? error : incompleteDownload(reason);
			}
			await clock.wait(RETRY_DELAY_MS, connection.signal);
		}
	}
}

/** Whether a response shows that it is complete. Without these headers, its end may also be that of a broken connection. */
function statesEnd(headers: Record<string, string>): boolean {
	return (headers['content-length'] ?? headers['transfer-encoding']) !== undefined;
}

async function sizeOf({ helpers }: Item['functions'], { id, data }: IBinaryData): Promise<number> {
	if (id === undefined) return Buffer.byteLength(data, 'base64');
	return (await helpers.getBinaryMetadata(id)).fileSize;
}

const OTHER_CONTENT = /^(?:text|application)\/(html|json)\b/i;

function notTheFile(format: string): ServiceFailure {
	const isPage = format.toLowerCase() === 'html';
	return new ServiceFailure(
		'Could not download the file: the response is not the file',
		`It is ${isPage ? 'an HTML page, perhaps from a proxy' : 'JSON'}. Try again later.`,
	);
}

function incompleteDownload(reason: string): ServiceFailure {
	return new ServiceFailure(
		'Could not download the file: the connection broke before it was complete',
		`Try again later. (${reason})`,
	);
}

type File = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** A broken connection causes none of these codes. */
const REFUSED_CODES = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'EFBIG', 'EMFILE']);

/**
 * Hands a file to n8n's binary data store.
 *
 * @throws StorageFailure if n8n cannot write it; what the stream throws otherwise
 */
export async function storeFile(
	{ helpers }: IExecuteFunctions,
	file: File,
	name: string | undefined,
	type: string | undefined,
): Promise<IBinaryData> {
	return await helpers.prepareBinaryData(file, name, type).catch((error: Error) => {
		const code = 'code' in error ? String(error.code) : '';
		throw FULL_CODES.has(code) || REFUSED_CODES.has(code) ? new StorageFailure(code) : error;
	});
}

/** n8n could not write a file to its binary data store. */
class StorageFailure extends ServiceFailure {
	constructor(code: string) {
		const isFull = FULL_CODES.has(code);
		super(
			`n8n could not store the file: ${isFull ? 'its disk is full' : 'it cannot write to its disk'}`,
			`${isFull ? 'Free up space on' : 'Check the permissions of'} the disk for n8n's binary data, or ask whoever runs n8n to do so. Then try again. (${code})`,
		);
	}
}
