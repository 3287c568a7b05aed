import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';

type File = Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0];

const FULL_CODES = new Set(['ENOSPC', 'EDQUOT']);
/** An open connection does not fail with any of these or those. */
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

/** n8n's binary data store does not take a file. */
export class StorageFailure extends ServiceFailure {
	constructor(code: string) {
		const isFull = FULL_CODES.has(code);
		super(
			`n8n could not store the file: ${isFull ? 'its disk is full' : 'it cannot write to its disk'}`,
			`${isFull ? 'Make room on' : 'Check the permissions of'} the disk for n8n's binary data, or ask whoever runs n8n to do so. Then try again. (${code})`,
		);
	}
}
