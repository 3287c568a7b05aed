import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Item } from '../properties/item';
import { runsWithoutWorkflow } from '../properties/nodeProgress';
import { FileFailure } from './fileFailure';

/** A file to upload: of the input item, wherever n8n keeps it, or one that was downloaded. */
export interface InputFile {
	name: string;
	sizeBytes: number;
	/** Opens the file at its start; may be called again. */
	open(): Promise<AsyncIterable<Buffer>>;
}

/**
 * Finds a file by the name of its binary field.
 *
 * @param fileName replaces the file's own name
 * @throws FileFailure that lists the binary fields of the item
 */
export async function findInputFile(
	item: Item,
	propertyName: string,
	fileName?: string,
): Promise<InputFile> {
	const { functions, index } = item;
	const binary = functions.getInputData()[index]?.binary ?? {};
	const data = Object.hasOwn(binary, propertyName) ? binary[propertyName] : undefined;
	if (data === undefined) {
		const names = Object.keys(binary);
		throw new FileFailure(
			`The input item has no file in the binary field "${propertyName}"`,
			names.length > 0 ? `It has files in: ${names.join(', ')}.` : adviceWithoutFiles(item),
		);
	}
	const extension = data.fileExtension === undefined ? '' : `.${data.fileExtension}`;
	const name = fileName || data.fileName || `${propertyName}${extension}`;
	const { id } = data;
	if (id === undefined) {
		// Decoded again for each use: the files of all items are found before the first one is used.
		const decode = () => Buffer.from(data.data, 'base64');
		return { name, sizeBytes: decode().length, open: async () => asChunks(decode()) };
	}
	const { fileSize } = await functions.helpers.getBinaryMetadata(id);
	return { name, sizeBytes: fileSize, open: async () => await openStored(functions, id) };
}

function adviceWithoutFiles({ functions }: Item): string {
	return runsWithoutWorkflow(functions)
		? "n8n’s Agents pass no files to a tool. Create or update a post with 'Media URLs' instead."
		: 'It has no files at all. Add a node that downloads or reads the file before this one.';
}

export async function* asChunks(bytes: Buffer): AsyncIterable<Buffer> {
	yield bytes;
}

async function openStored(
	functions: IExecuteFunctions,
	id: string,
): Promise<AsyncIterable<Buffer>> {
	return await functions.helpers.getBinaryStream(id);
}

/** The whole file. Only for files that must be decoded; all others are streamed. */
export async function readWhole(file: InputFile): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of await file.open()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Cuts a stream into parts of exactly `partSizeBytes`, except for the last, which may be smaller. */
export async function* splitIntoParts(
	chunks: AsyncIterable<Buffer>,
	partSizeBytes: number,
): AsyncIterable<Buffer> {
	let pending: Buffer[] = [];
	let pendingBytes = 0;
	for await (const chunk of chunks) {
		let rest = chunk;
		while (pendingBytes + rest.length >= partSizeBytes) {
			const missing = partSizeBytes - pendingBytes;
			yield Buffer.concat([...pending, rest.subarray(0, missing)]);
			rest = rest.subarray(missing);
			pending = [];
			pendingBytes = 0;
		}
		if (rest.length > 0) pending.push(rest);
		pendingBytes += rest.length;
	}
	if (pendingBytes > 0) yield Buffer.concat(pending);
}

/** The SHA-256 of the content, in hexadecimal. */
export async function hashFile(file: InputFile): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of await file.open()) hash.update(chunk);
	return hash.digest('hex');
}
