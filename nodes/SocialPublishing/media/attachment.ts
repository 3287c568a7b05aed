import { type Item, addHint, executionScope } from '../properties/item';
import {
	InputFailure,
	ServiceFailure,
	asServiceFailure,
	mayHaveTakenEffect,
} from '../shared/failure';
import { ProcessMemory } from '../commands/processMemory';
import { deleteRecord } from '../commands/unkeyedCommands';
import { mediaPath, UnusableMediaFailure } from '../api/mediaUpload';
import { readEntry, writeEntry } from '../commands/journal';
import { asSentence } from '../shared/text/sentences';
import { RefusedFailure } from '../transport/errors';
import { isNotFound } from '../transport/retry';
import type { Preparation } from './prepareFile';
import type { SourceFile } from './sourceFile';
import { forgetUpload, type UploadIdentity } from './uploadOnce';

/** A file that this node uploads for a post. */
export interface Attachment extends UploadIdentity {
	/** A file name, or the host and path of an address. */
	name: string;
	/** The same for each use of an address, or of an input file with the same content. Known if executions share the post. */
	source?: string;
	/** Opens the file of the input item, or downloads the one at an address. Not called once the file is uploaded. */
	load(): Promise<SourceFile>;
	/** Whether the post is sent without the file if it is missing or cannot be used. */
	isOptional: boolean;
	/** Why it is left out. */
	missing?: string;
	/** The field for the file is empty, so no file was left out. */
	isEmpty?: boolean;
	/** The file as the service accepts it, if it was prepared before its turn. */
	prepared?: Preparation | undefined;
	/** Set once the file has been uploaded for the command. */
	mediaId?: string;
}

/**
 * How many commands use or may use each media item that was uploaded for a command, whether by this execution or by
 * others with the same file. A command counts unless it certainly had no effect.
 */
const commandsByMedia = new ProcessMemory<number>();

/** Counts a command that uses media which this process uploaded for it. */
export function useNewMedia(item: Item, attachment: Attachment, mediaId: string): void {
	attachment.mediaId = mediaId;
	commandsByMedia.remember(mediaIdentity(item, attachment), 1);
}

/** Counts a command that uses media of an earlier upload. Media that another process uploaded are never removed. */
export function useMedia(item: Item, attachment: Attachment, mediaId: string): void {
	attachment.mediaId = mediaId;
	const media = mediaIdentity(item, attachment);
	const commands = commandsByMedia.recall(media);
	if (commands !== undefined) commandsByMedia.remember(media, commands + 1);
}

/**
 * The failure of a command that was to use the files. If the service refused the command, the files that no other
 * command uses are removed again. Any that remain are named; an error during their removal does not hide the refusal.
 */
export async function failureWithoutFiles(
	item: Item,
	attachments: Attachment[],
	error: unknown,
): Promise<unknown> {
	if (!(error instanceof ServiceFailure) || mayUseFiles(error)) return error;
	return await failureOfUnsent(item, attachments, error);
}

/** As `failureWithoutFiles`, for a failure before the command is sent, such as that of an upload: it never uses the files. */
export async function failureOfUnsent(
	item: Item,
	attachments: Attachment[],
	error: unknown,
): Promise<unknown> {
	if (!(error instanceof ServiceFailure)) return error;
	const remaining =
		!mayUseFiles(error) && isFinalRefusal(error)
			? await removeFiles(item, attachments)
			: stopUsing(item, attachments).map(({ mediaId }) => String(mediaId));
	if (remaining.length === 0 || error instanceof InputFailure) return error;
	return error.withAdvice(describeRemaining(remaining));
}

/**
 * Removes the files that were uploaded for a command and that no other command uses.
 *
 * @returns the media IDs of those that could not be removed
 */
export async function removeFiles(item: Item, attachments: Attachment[]): Promise<string[]> {
	const unused = stopUsing(item, attachments);
	// First of all, so that no other command starts to use them.
	for (const attachment of unused) forgetUpload(item, attachment);
	const remaining: string[] = [];
	for (const attachment of unused) {
		const isRemoved = await remove(item, attachment);
		if (!isRemoved) remaining.push(String(attachment.mediaId));
	}
	return remaining;
}

export function describeRemaining(mediaIds: string[]): string {
	return mediaIds.length === 1
		? `The uploaded file is still in the media library: its media ID is ${mediaIds.join()}.`
		: `The uploaded files are still in the media library: their media IDs are ${mediaIds.join(', ')}.`;
}

/** Ends the use of the files by a command without effect. Returns copies of those that no other command uses. */
function stopUsing(item: Item, attachments: Attachment[]): Attachment[] {
	return attachments.flatMap((attachment) => {
		const media = mediaIdentity(item, attachment);
		const commands = attachment.mediaId === undefined ? undefined : commandsByMedia.recall(media);
		const ended = { ...attachment };
		delete attachment.mediaId;
		if (commands === undefined) return [];
		commandsByMedia.remember(media, commands - 1);
		return commands === 1 ? [ended] : [];
	});
}

/**
 * Whether the command may have taken effect with the files. If the key is known with other content, another run may have
 * posted the item, but with files of its own.
 */
function mayUseFiles(error: ServiceFailure): boolean {
	const isOther = error instanceof RefusedFailure && error.conflict === 'changedInput';
	return mayHaveTakenEffect(error) && !isOther;
}

/** Whether the service will not accept the command later either, so that a next attempt does not need the files. */
function isFinalRefusal(error: ServiceFailure): boolean {
	if (error instanceof UnusableMediaFailure) return true;
	if (!(error instanceof RefusedFailure) || error.facts.status === 429) return false;
	// The command that is still running may use the files.
	return error.conflict === undefined || error.conflict === 'changedInput';
}

async function remove(item: Item, attachment: Attachment): Promise<boolean> {
	const purpose = `remove ${attachment.name}`;
	const failure = await deleteRecord(item.connection, purpose, pathOf(attachment)).catch(
		asServiceFailure,
	);
	return failure === undefined || isNotFound(failure.facts.status);
}

function mediaIdentity({ connection }: Item, attachment: Attachment): string[] {
	return [connection.baseUrl, pathOf(attachment)];
}

function pathOf({ workspacePath, mediaId = '' }: Attachment): string {
	return mediaPath(workspacePath, mediaId);
}

const NAME = 'missing files';

/** Why files are left out, one reason each. */
export function reasonsForMissing(attachments: Array<Pick<Attachment, 'missing'>>): string[] {
	return attachments.flatMap(({ missing = [] }) => missing);
}

/**
 * Remembers the files that were left out of a post, because a later attempt does not look for them again. An empty field,
 * as in a row without a picture, is not remembered.
 */
export function rememberMissingFiles(item: Item, attachments: Attachment[]): void {
	const reasons = reasonsForMissing(attachments.filter(({ isEmpty }) => !isEmpty));
	if (reasons.length > 0) writeEntry(executionScope(item), NAME, { reasons });
}

/**
 * Shows a hint with the reasons why files were left out.
 *
 * @param happened `Created without a file`
 * @returns the hint; undefined if no file was left out
 */
export function showMissingFiles(item: Item, happened: string): string | undefined {
	const { reasons } = readEntry(executionScope(item), NAME) ?? {};
	if (!Array.isArray(reasons)) return undefined;
	const hint = `${happened}: ${reasons.map((reason) => asSentence(String(reason))).join(' ')}`;
	addHint(item, hint);
	return hint;
}
