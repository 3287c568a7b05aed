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

/**
 * Finds the files of the input item by the names of their binary fields, before anything is sent.
 *
 * @throws InputFailure if the item lacks one of them
 */
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
 * Uploads the files, waits until each is ready, and returns their media ids in the order of the files. All files
 * are prepared before the first is sent, so a file that the service does not accept leaves nothing behind.
 */
export async function attachFiles(item: Item, attachments: Attachment[]): Promise<string[]> {
	const uploads: Array<() => Promise<string>> = [];
	for (const attachment of attachments) {
		const knownId = recallUpload(item, attachment);
		uploads.push(
			knownId === undefined ? await prepareUpload(item, attachment) : async () => knownId,
		);
	}
	const mediaIds: string[] = [];
	for (const upload of uploads) mediaIds.push(await upload());
	return mediaIds;
}

async function prepareUpload(item: Item, attachment: Attachment): Promise<() => Promise<string>> {
	const { upload } = await prepareFile(item, attachment.workspacePath, attachment.source);
	// The item may contain the same file under two names.
	return async () =>
		recallUpload(item, attachment) ?? (await uploadAttachment(item, attachment, upload));
}

async function uploadAttachment(
	item: Item,
	attachment: Attachment,
	upload: UploadFile,
): Promise<string> {
	const target = restUpload(item.connection, attachment.workspacePath);
	const media = await uploadFile(target, upload, attachment.file);
	const mediaId = String((await waitUntilReady(target, media)).id);
	rememberUpload(item, attachment, mediaId);
	return mediaId;
}
