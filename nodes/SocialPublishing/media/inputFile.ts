import { createHash } from 'crypto';
import type { IExecuteFunctions } from 'n8n-workflow';

import type { Item } from '../properties/item';
import { InputFailure } from '../shared/failure';

/** A file of the input item, wherever n8n keeps its bytes. */
export interface InputFile {
	name: string;
	sizeBytes: number;
	/** Opens the file at its start; may be called again. */
	open(): Promise<AsyncIterable<Buffer>>;
}

/**
 * Finds a file by the name of its binary field.
 *
 * @throws InputFailure with the names that the item has
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
		throw new InputFailure(
			`The input item has no file in the binary field "${propertyName}"`,
			names.length === 0
				? 'It has no files at all: put a node that fetches or reads the file before this one. Nothing was sent.'
				: `It has files in: ${names.join(', ')}. Nothing was sent.`,
		);
	}
	const extension = data.fileExtension === undefined ? '' : `.${data.fileExtension}`;
	const name = fileName || data.fileName || `${propertyName}${extension}`;
	const { id } = data;
	if (id === undefined) {
		const bytes = Buffer.from(data.data, 'base64');
		return { name, sizeBytes: bytes.length, open: async () => inMemory(bytes) };
	}
	const { fileSize } = await functions.helpers.getBinaryMetadata(id);
	return { name, sizeBytes: fileSize, open: async () => await openStored(functions, id) };
}

export async function* inMemory(bytes: Buffer): AsyncIterable<Buffer> {
	yield bytes;
}

async function openStored(
	functions: IExecuteFunctions,
	id: string,
): Promise<AsyncIterable<Buffer>> {
	return await functions.helpers.getBinaryStream(id);
}

/** The whole file. Only for what must be decoded; everything else goes through part by part. */
export async function readWhole(file: InputFile): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of await file.open()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** Bytes from `offset`, fewer at the end of the file. */
export async function readRange(file: InputFile, offset: number, length: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let position = 0;
	for await (const chunk of await file.open()) {
		const from = Math.max(0, offset - position);
		const to = Math.min(chunk.length, offset + length - position);
		if (from < to) chunks.push(chunk.subarray(from, to));
		position += chunk.length;
		if (position >= offset + length) break;
	}
	return Buffer.concat(chunks);
}

/** Cuts a stream into parts of exactly `partSizeBytes`, but for the last. */
export async function* inParts(
	chunks: AsyncIterable<Buffer>,
	partSizeBytes: number,
): AsyncIterable<Buffer> {
	let held: Buffer[] = [];
	let heldBytes = 0;
	for await (const chunk of chunks) {
		let rest = chunk;
		while (heldBytes + rest.length >= partSizeBytes) {
			const missing = partSizeBytes - heldBytes;
			yield Buffer.concat([...held, rest.subarray(0, missing)]);
			rest = rest.subarray(missing);
			held = [];
			heldBytes = 0;
		}
		if (rest.length > 0) held.push(rest);
		heldBytes += rest.length;
	}
	if (heldBytes > 0) yield Buffer.concat(held);
}

export async function hashFile(file: InputFile): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of await file.open()) hash.update(chunk);
	return hash.digest('hex');
}
