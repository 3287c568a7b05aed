import { restUpload } from '../api/restUpload';
import { uploadFile, waitUntilReady, type UploadFile } from '../api/upload';
import { type Item, executionScope } from '../properties/item';
import type { IdempotencyMode } from '../transport/idempotencyKey';
import { findInputFile, hashFile, type InputFile } from './inputFile';
import { prepareFile } from './prepareFile';
import { recallUpload, rememberUpload, type UploadIdentity } from './uploadMemory';

/** A file of the input item that goes with a post. */
export interface Attachment extends UploadIdentity {
	source: InputFile;
}

/** Finds the files and checks that they are there, before anything is sent. */
export async function findAttachments(
	item: Item,
	workspacePath: string,
	propertyNames: string[],
	idempotency: IdempotencyMode | undefined,
): Promise<Attachment[]> {
	const outlivesExecution = idempotency !== undefined && idempotency.mode !== 'execution';
	const attachments: Attachment[] = [];
	for (const name of propertyNames) {
		const source = await findInputFile(item, name);
		const file = outlivesExecution
			? await hashFile(source)
			: JSON.stringify([executionScope(item), name]);
		attachments.push({ source, file, workspacePath, outlivesExecution });
	}
	return attachments;
}

/**
 * Uploads the files and waits until each is ready. Gives their media ids, in the order of the files. All are
 * prepared before the first is sent: one that the service would not take leaves nothing behind.
 */
export async function attachFiles(item: Item, attachments: Attachment[]): Promise<string[]> {
	const sendings: Array<() => Promise<string>> = [];
	for (const attachment of attachments) {
		const known = recallUpload(item, attachment);
		sendings.push(known === undefined ? await prepare(item, attachment) : async () => known);
	}
	const mediaIds: string[] = [];
	for (const send of sendings) mediaIds.push(await send());
	return mediaIds;
}

async function prepare(item: Item, attachment: Attachment): Promise<() => Promise<string>> {
	const { upload } = await prepareFile(item, attachment.workspacePath, attachment.source);
	// The same file may have come before under another name.
	return async () => recallUpload(item, attachment) ?? (await attachFile(item, attachment, upload));
}

async function attachFile(item: Item, attachment: Attachment, upload: UploadFile): Promise<string> {
	const target = restUpload(item.connection, attachment.workspacePath);
	const media = await uploadFile(target, upload, attachment.file);
	const mediaId = String((await waitUntilReady(target, media)).id);
	rememberUpload(item, attachment, mediaId);
	return mediaId;
}
