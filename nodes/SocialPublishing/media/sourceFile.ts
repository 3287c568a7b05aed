import { createHash } from 'crypto';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import type { PreparedFile } from '../api/mediaUpload';
import type { Item } from '../properties/item';
import { runsWithoutWorkflow } from '../properties/nodeProgress';
import { FileFailure } from './fileFailure';

/** A file of the input item, wherever n8n keeps it, or one that was downloaded. */
export type SourceFile = Omit<PreparedFile, 'type'>;

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
): Promise<SourceFile> {
	const { functions, index } = item;
	const binary = functions.getInputData()[index]?.binary ?? {};
	const data = Object.hasOwn(binary, propertyName) ? binary[propertyName] : undefined;
	if (data === undefined) {
		const names = Object.keys(binary);
		throw new FileFailure(
			`The input item has no file in the binary field "${propertyName}"`,
			names.length > 0
				? `Enter the name of a field that contains a file: ${names.join(', ')}.`
				: adviceWithoutFiles(item),
		);
	}
	const extension = data.fileExtension === undefined ? '' : `.${data.fileExtension}`;
	const name = fileName || data.fileName || `${propertyName}${extension}`;
	return { name, ...(await storedFile(functions, data)) };
}

/** A file in n8n's store of binary data. */
export async function storedFile(
	functions: IExecuteFunctions,
	{ data, id }: IBinaryData,
): Promise<Omit<SourceFile, 'name'>> {
	if (id === undefined) {
		// Decoded again for each use: the files of all items are found before the first one is used.
		const decode = () => Buffer.from(data, 'base64');
		return { sizeBytes: decode().length, open: async () => asChunks([decode()]) };
	}
	const { fileSize } = await functions.helpers.getBinaryMetadata(id);
	const open = async (): Promise<AsyncIterable<Buffer>> =>
		await functions.helpers.getBinaryStream(id);
	return { sizeBytes: fileSize, open };
}

function adviceWithoutFiles({ functions }: Item): string {
	return runsWithoutWorkflow(functions)
		? "n8n's Agents pass no files to a tool. Create or update a post with 'Media URLs' instead."
		: 'It has no files at all. Add a node that downloads or reads the file before this one.';
}

export async function* asChunks(chunks: Buffer[]): AsyncIterable<Buffer> {
	yield* chunks;
}

/** The whole file. Only for pictures, which must be decoded. */
export async function readWhole(file: Pick<SourceFile, 'open'>): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of await file.open()) chunks.push(chunk);
	return Buffer.concat(chunks);
}

/** The first `length` bytes of a file, fewer if it is shorter. Reads no further. */
export async function readStart(file: SourceFile, length: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let missing = length;
	for await (const chunk of await file.open()) {
		chunks.push(chunk);
		missing -= chunk.length;
		if (missing <= 0) break;
	}
	return Buffer.concat(chunks).subarray(0, length);
}

/** The SHA-256 of the content, in hexadecimal. */
export async function hashFile(file: SourceFile): Promise<string> {
	const hash = createHash('sha256');
	for await (const chunk of await file.open()) hash.update(chunk);
	return hash.digest('hex');
}

/** The SHA-256 of a text, in hexadecimal. */
export function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
