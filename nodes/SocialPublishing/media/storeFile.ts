import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';

type File = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** Codes of a file system, which no connection to the service has. */
const STORAGE_CODES = new Set([
	...FULL_CODES,
	'EROFS',
	'EACCES',
	'EPERM',
	'EIO',
	'EFBIG',
	'EMFILE',
]);

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
	return await helpers.prepareBinaryData(file, name, type).catch((error: unknown) => {
		const code =
			isRecord(error) || error instanceof Error ? textOf(Reflect.get(error, 'code')) : '';
		throw code !== undefined && STORAGE_CODES.has(code) ? new StorageFailure(code) : error;
	});
}

/** n8n's binary data store does not take a file. */
export class StorageFailure extends ServiceFailure {
	constructor(code: string) {
		const cause = FULL_CODES.has(code) ? 'its disk is full' : 'it cannot write to its disk';
		super(
			`n8n could not store the file: ${cause}`,
			`Make room for n8n's binary data, or ask whoever runs n8n to; then run the node again. (${code})`,
		);
	}
}
