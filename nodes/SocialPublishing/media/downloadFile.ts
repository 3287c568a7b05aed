import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Item } from '../actions/operation';
import type { download } from '../transport/call';
import { textOf } from '../transport/envelope';
import { ServiceFailure } from '../transport/failure';
import { withinTime } from '../transport/request';

const TRIES = 3;
/** From the first byte to the last. */
const FILE_TIMEOUT_MS = 300_000;

/**
 * Streams the file of a media item into n8n's binary store. A file that breaks off is fetched again: what
 * n8n would keep of it is not the file.
 */
export async function downloadFile(
	{ functions, connection }: Item,
	media: IDataObject,
	fetchFile: () => ReturnType<typeof download>,
): Promise<IBinaryData> {
	for (let attempt = 1; ; attempt++) {
		const { stream, headers } = await fetchFile();
		try {
			const name = textOf(media.name) ?? nameFromHeader(headers['content-disposition']);
			const type = textOf(media.type) ?? headers['content-type']?.split(';')[0];
			const stored = functions.helpers.prepareBinaryData(stream, name, type);
			return await withinTime(stored, FILE_TIMEOUT_MS);
		} catch (error) {
			stream.destroy();
			connection.signal?.throwIfAborted();
			if (attempt < TRIES) continue;
			throw brokenOff(connection.redact(error instanceof Error ? error.message : String(error)));
		}
	}
}

function brokenOff(reason: string): ServiceFailure {
	return new ServiceFailure(
		'Could not download the file: the connection broke before it was complete',
		`Try again later. (${reason})`,
	);
}

function nameFromHeader(disposition: string | undefined): string | undefined {
	return /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1];
}
