import type { IBinaryData, IDataObject } from 'n8n-workflow';

import type { Item } from '../properties/item';
import { clock } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { textOf } from '../shared/json';
import { withinTime } from '../shared/timeLimit';
import type { download } from '../transport/call';
import { timeoutFailure } from '../transport/networkFailure';

const TRIES = 3;
const RETRY_DELAY_MS = 1_000;
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
			// Media are pictures and videos: a page comes from something in between.
			if (/^text\/html\b/i.test(headers['content-type'] ?? '')) throw foreignPage();
			const name = textOf(media.name) ?? nameFromHeader(headers['content-disposition']);
			const type = textOf(media.type) ?? headers['content-type']?.split(';')[0];
			const store = async () => await functions.helpers.prepareBinaryData(stream, name, type);
			const stored = await withinTime(FILE_TIMEOUT_MS, store, timeoutFailure);
			if ((await sizeOf(functions, stored)) > 0) return stored;
			throw brokenOff('the file is empty');
		} catch (error) {
			stream.destroy();
			connection.signal?.throwIfAborted();
			if (attempt === TRIES) {
				const reason = connection.redact(error instanceof Error ? error.message : String(error));
				throw error instanceof ServiceFailure ? error : brokenOff(reason);
			}
			await clock.wait(RETRY_DELAY_MS, connection.signal);
		}
	}
}

async function sizeOf({ helpers }: Item['functions'], { id, data }: IBinaryData): Promise<number> {
	return id === undefined ? data.length : (await helpers.getBinaryMetadata(id)).fileSize;
}

function foreignPage(): ServiceFailure {
	return new ServiceFailure(
		'Could not download the file: what answered is not the file',
		'A page came in its place, perhaps of a proxy in between. Try again later.',
	);
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
