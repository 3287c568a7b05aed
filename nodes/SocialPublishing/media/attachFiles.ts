import type { Item } from '../actions/operation';
import { executionScope } from '../properties/idempotency';
import type { IdempotencyMode } from '../transport/idempotency';
import { restUpload } from '../transport/restUpload';
import { uploadFile, waitUntilReady } from '../transport/upload';
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

/** Uploads the files and waits until each is ready. Gives their media ids, in the order of the files. */
export async function attachFiles(item: Item, attachments: Attachment[]): Promise<string[]> {
	const mediaIds: string[] = [];
	for (const attachment of attachments) {
		const known = recallUpload(item, attachment);
		mediaIds.push(known ?? (await attachFile(item, attachment)));
	}
	return mediaIds;
}

async function attachFile(item: Item, attachment: Attachment): Promise<string> {
	const { connection } = item;
	const { workspacePath, source } = attachment;
	const { upload } = await prepareFile(item, workspacePath, source);
	const target = restUpload(connection, workspacePath);
	const media = await uploadFile(target, upload, attachment.file);
	const mediaId = String((await waitUntilReady(target, media)).id);
	rememberUpload(item, attachment, mediaId);
	return mediaId;
}
