import { saveAltText } from '../commands/unkeyedCommands';
import {
	mediaPath,
	restUpload,
	waitUntilReady,
	type PreparedFile,
	type UploadTarget,
} from '../api/mediaUpload';
import type { MediaItem } from '../api/readings/media';
import type { Item } from '../properties/item';
import { isRequestFailure } from '../shared/failure';
import { withLock } from '../shared/withLock';
import { failureOfUnsent, useMedia, useNewMedia, type Attachment } from './attachment';
import { FileFailure } from './fileFailure';
import { prepareFile, type Preparation } from './prepareFile';
import { findUploaded, recallUpload, rememberUpload, uploadKey, uploadNew } from './uploadOnce';

/**
 * Uploads the files, waits until each is ready, saves the alt texts, and returns the media IDs in the order of the files;
 * undefined for files that are left out. All files are prepared before the first is sent, so a file that the service does
 * not accept leaves nothing behind. An optional file that is missing or cannot be used is left out, and marked as missing.
 *
 * If the command that uses them fails, `failureWithoutFiles` must be called.
 */
export async function attachFiles(
	item: Item,
	attachments: Attachment[],
): Promise<Array<string | undefined>> {
	try {
		const uploads: Array<() => Promise<void>> = [];
		for (const attachment of attachments) {
			if (attachment.missing !== undefined || (await useKnownMedia(item, attachment))) continue;
			const prepared = attachment.prepared ?? (await prepareAttachment(item, attachment));
			delete attachment.prepared;
			if (prepared !== undefined)
				uploads.push(async () => await shareUpload(item, attachment, prepared.file));
		}
		for (const upload of uploads) await upload();
	} catch (error) {
		throw await failureOfUnsent(item, attachments, error);
	}
	return attachments.map(({ missing, mediaId }) => (missing === undefined ? mediaId : undefined));
}

/** Uses the media of an earlier upload of the file, if it still exists. */
async function useKnownMedia(item: Item, attachment: Attachment): Promise<boolean> {
	const known = recallUpload(item, attachment);
	if (known === undefined) return false;
	// First of all, so that a parallel execution does not remove it.
	useMedia(item, attachment, known.id);
	const isDone = known.isReady && !known.needsAltText;
	const read = async () => {
		const target = restUpload(item.connection, attachment.workspacePath);
		const media = await findUploaded(item, attachment, target);
		if (media !== undefined && !isDone) await finishUpload(item, attachment, target, media);
		return media !== undefined;
	};
	return await read().catch((error: unknown) => {
		// The command itself then shows whether the media still exists.
		if (isDone && isRequestFailure(error)) return true;
		throw error;
	});
}

/** Whether an optional file can be attached now. It is loaded, but not sent; if it cannot be used, it is marked as missing. */
export async function isAvailable(item: Item, attachment: Attachment): Promise<boolean> {
	if (attachment.missing !== undefined) return false;
	attachment.prepared ??= await prepareAttachment(item, attachment);
	return attachment.prepared !== undefined;
}

/** Loads a file and makes it acceptable to the service; undefined for an optional file that is now marked as missing. */
export async function prepareAttachment(
	item: Item,
	attachment: Attachment,
): Promise<Preparation | undefined> {
	const prepare = async () =>
		await prepareFile(item, attachment.workspacePath, await attachment.load());
	return await prepare().catch((error: unknown) => {
		if (!attachment.isOptional || !(error instanceof FileFailure)) throw error;
		attachment.missing = error.message;
		return undefined;
	});
}

/**
 * Uploads a file. Parallel executions with the same file share one upload, and so do two binary fields of an item with the
 * same file.
 */
async function shareUpload(
	item: Item,
	attachment: Attachment,
	upload: PreparedFile,
): Promise<void> {
	const uploadOnce = async () => {
		if (await useKnownMedia(item, attachment)) return;
		const target = restUpload(item.connection, attachment.workspacePath);
		const media = await uploadNew(item, attachment, target, upload);
		useNewMedia(item, attachment, media.id);
		await finishUpload(item, attachment, target, media);
	};
	await withLock(`upload ${uploadKey(item, attachment)}`, uploadOnce, item.connection.signal);
}

/** Waits until the media is ready, and saves its alt text unless that is done. */
async function finishUpload(
	item: Item,
	attachment: Attachment,
	target: UploadTarget,
	media: MediaItem,
): Promise<void> {
	const { id } = media;
	const { needsAltText = false } = recallUpload(item, attachment) ?? {};
	await waitUntilReady(target, media);
	rememberUpload(item, attachment, { id, isReady: true, needsAltText });
	if (!needsAltText) return;
	const path = mediaPath(attachment.workspacePath, id);
	await saveAltText(item.connection, path, attachment.altText ?? '');
	rememberUpload(item, attachment, { id, isReady: true, needsAltText: false });
}
