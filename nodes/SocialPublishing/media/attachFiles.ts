import { restUpload } from '../api/restUpload';
import type { UploadFile } from '../api/upload';
import { waitUntilReady } from '../api/uploadedMedia';
import { type Item, executionScope } from '../properties/item';
import { unlessCancelled } from '../shared/cancellation';
import { CancelledFailure, ServiceFailure } from '../shared/failure';
import type { IdempotencyMode } from '../transport/idempotencyKey';
import { failureWithoutFiles, useMedia, useNewMedia, type Attachment } from './attachment';
import { findInputFile, hashFile } from './inputFile';
import { prepareFile } from './prepareFile';
import { recallUpload, rememberUpload, uploadKey, type RememberedUpload } from './uploadMemory';
import { findUploaded, uploadNew } from './uploadOnce';

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
	const outlivesExecution = idempotency?.mode === 'content' || idempotency?.mode === 'custom';
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
 *
 * If the command that uses them fails, `failureWithoutFiles` must be called.
 */
export async function attachFiles(item: Item, attachments: Attachment[]): Promise<string[]> {
	try {
		const uploads: Array<() => Promise<void>> = [];
		for (const attachment of attachments) {
			if (!(await useKnownMedia(item, attachment))) {
				uploads.push(await prepareUpload(item, attachment));
			}
		}
		for (const upload of uploads) await upload();
	} catch (error) {
		throw await failureWithoutFiles(item, attachments, error);
	}
	return attachments.map(({ mediaId }) => String(mediaId));
}

/** Uses the media of an earlier upload of the file, if it still exists. */
async function useKnownMedia(item: Item, attachment: Attachment): Promise<boolean> {
	const known = recallUpload(item, attachment);
	if (known === undefined) return false;
	// Before anything else can happen, so that a parallel execution does not remove it.
	useMedia(item, attachment, known.id);
	return await readKnownMedia(item, attachment, known).catch((error: unknown) => {
		const isFailedRead = error instanceof ServiceFailure && !(error instanceof CancelledFailure);
		// The command itself then shows whether the media still exists.
		if (known.isReady && isFailedRead) return true;
		throw error;
	});
}

async function readKnownMedia(
	item: Item,
	attachment: Attachment,
	{ id, isReady }: RememberedUpload,
): Promise<boolean> {
	const target = restUpload(item.connection, attachment.workspacePath);
	const media = await findUploaded(item, attachment, target);
	if (media !== undefined && !isReady) {
		await waitUntilReady(target, media);
		rememberUpload(item, attachment, { id, isReady: true });
	}
	return media !== undefined;
}

async function prepareUpload(item: Item, attachment: Attachment): Promise<() => Promise<void>> {
	const { upload } = await prepareFile(item, attachment.workspacePath, attachment.source);
	return async () => await shareUpload(item, attachment, upload);
}

/** Uploads that are under way, by their keys. */
const uploadsUnderWay = new Map<string, Promise<void>>();

/** Uploads a file. Parallel executions with the same file share one upload, and so do items with it under two names. */
async function shareUpload(item: Item, attachment: Attachment, upload: UploadFile): Promise<void> {
	const { signal } = item.connection;
	const key = uploadKey(item, attachment);
	for (;;) {
		if (recallUpload(item, attachment) !== undefined) {
			if (await useKnownMedia(item, attachment)) return;
			continue;
		}
		const underWay = uploadsUnderWay.get(key);
		if (underWay === undefined) break;
		await unlessCancelled(underWay, signal).catch((error: unknown) => {
			if (signal?.aborted) throw error;
			// The other execution failed, so this one uploads the file.
		});
	}
	const uploading = uploadAttachment(item, attachment, upload);
	const underWay = uploading.finally(() => uploadsUnderWay.delete(key));
	uploadsUnderWay.set(key, underWay);
	await underWay;
}

async function uploadAttachment(
	item: Item,
	attachment: Attachment,
	upload: UploadFile,
): Promise<void> {
	const target = restUpload(item.connection, attachment.workspacePath);
	const media = await uploadNew(item, attachment, target, upload);
	const id = String(media.id);
	useNewMedia(item, attachment, id);
	await waitUntilReady(target, media);
	rememberUpload(item, attachment, { id, isReady: true });
}
