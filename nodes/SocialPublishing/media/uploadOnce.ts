import type { IDataObject } from 'n8n-workflow';

import { readUploaded, type PreparedFile, type UploadTarget } from '../api/mediaUpload';
import { readMediaReadiness, toMediaItem, type MediaItem } from '../api/readings/media';
import { deleteEntry, readEntry, writeEntry } from '../commands/journal';
import { MEMORY_LIFETIME_MS, ProcessMemory } from '../commands/processMemory';
import { uploadFile } from '../commands/uploadFile';
import { commonScope, executionScope, type Item } from '../properties/item';
import { clock } from '../shared/clock';
import { isRecord, readRecord } from '../shared/json';
import { hashFile, hashOf, type SourceFile } from './sourceFile';

/**
 * The media of a file that an earlier attempt uploaded, as it is now. Undefined, and forgotten, if it was deleted in the
 * meantime or cannot be used.
 */
export async function findUploaded(
	item: Item,
	identity: UploadIdentity,
	target: UploadTarget,
): Promise<MediaItem | undefined> {
	const known = recallUpload(item, identity);
	if (known === undefined) return undefined;
	const media = await readUploaded(target, 'read the uploaded file', known.id);
	if (media !== undefined && readMediaReadiness(media) !== 'failed') {
		return toMediaItem(known.id, media);
	}
	forgetUpload(item, identity);
	return undefined;
}

/** A file to upload that is not part of a post. */
interface SingleUpload {
	/** The name of its field. */
	propertyName: string;
	source: SourceFile;
	workspacePath: string;
	/** How the file is prepared. */
	settings: object;
}

/**
 * The media of a file that is not part of a post. It is uploaded unless an earlier attempt has done so: one at the same place
 * in the execution with the same content. Without a workflow, the file name and the settings replace the place.
 *
 * @param prepared the file as the service accepts it
 */
export async function uploadOnce(
	item: Item,
	target: UploadTarget,
	{ propertyName, source, workspacePath, settings }: SingleUpload,
	prepared: PreparedFile,
): Promise<MediaItem> {
	const scope = commonScope(item);
	const place = scope === null ? [source.name, settings] : scope;
	const file = JSON.stringify([place, propertyName, await hashFile(source)]);
	const identity = { file, workspacePath, outlivesExecution: scope === null };
	const earlier = await findUploaded(item, identity, target);
	return earlier ?? (await uploadNew(item, identity, target, prepared));
}

/** Uploads a file and remembers it, so that a later attempt does not upload it again. */
export async function uploadNew(
	item: Item,
	identity: UploadIdentity,
	target: UploadTarget,
	file: PreparedFile,
): Promise<MediaItem> {
	// The file at an address can change, and an interrupted upload must not continue with parts of another file.
	const media = await uploadFile(target, file, `${identity.file} ${await hashFile(file)}`);
	const needsAltText = takesAltText(file) && (identity.altText ?? '') !== '';
	rememberUpload(item, identity, { id: media.id, isReady: false, needsAltText });
	return media;
}

/** Videos have no alt text. */
export function takesAltText({ type }: PreparedFile): boolean {
	return type === 'image/jpeg';
}

const STORED_CAPACITY = 200;

/** A file that was uploaded for a command. */
export interface UploadIdentity {
	/** Identifies the file: its hash, or its place in the execution. */
	file: string;
	workspacePath: string;
	/** Whether a later execution may repeat the command: then the media ID is also kept in the workflow's static data. */
	outlivesExecution: boolean;
	/** Saved once the media is ready, if the file is a picture. */
	altText?: string;
}

export interface UploadedMedia {
	id: string;
	/** False: the upload is complete, but its readiness is not confirmed. */
	isReady: boolean;
	/** The alt text may not be saved yet. */
	needsAltText: boolean;
}

/**
 * The media ID of each upload. A repeated command must match the first byte for byte, so it must name the same
 * media instead of uploading the file again.
 */
const inThisProcess = new ProcessMemory<UploadedMedia>();

export function recallUpload(item: Item, identity: UploadIdentity): UploadedMedia | undefined {
	const key = uploadKey(item, identity);
	if (!identity.outlivesExecution) {
		return readUpload(readEntry(executionScope(item), ['upload', key]));
	}
	const known = inThisProcess.recall(key);
	if (known !== undefined) return known;
	const { [key]: entry } = storedUploads(item);
	return entry && { id: String(entry.id), isReady: true, needsAltText: false };
}

function readUpload(value: unknown): UploadedMedia | undefined {
	const { id, isReady, needsAltText } = readRecord(value);
	return typeof id === 'string'
		? { id, isReady: isReady === true, needsAltText: needsAltText === true }
		: undefined;
}

export function rememberUpload(item: Item, identity: UploadIdentity, upload: UploadedMedia): void {
	const key = uploadKey(item, identity);
	if (!identity.outlivesExecution) {
		return writeEntry(executionScope(item), ['upload', key], { ...upload });
	}
	inThisProcess.remember(key, upload);
	if (!upload.isReady || upload.needsAltText) return;
	const kept = Object.entries(storedUploads(item)).slice(1 - STORED_CAPACITY);
	const entry = { id: upload.id, untilMs: clock.now() + MEMORY_LIFETIME_MS };
	const uploads = { ...Object.fromEntries(kept), [key]: entry };
	item.functions.getWorkflowStaticData('node').uploads = uploads;
}

export function forgetUpload(item: Item, identity: UploadIdentity): void {
	const key = uploadKey(item, identity);
	if (!identity.outlivesExecution) return deleteEntry(executionScope(item), ['upload', key]);
	inThisProcess.forget(key);
	const { [key]: forgotten, ...kept } = storedUploads(item);
	if (forgotten !== undefined) item.functions.getWorkflowStaticData('node').uploads = kept;
}

/** The same for every upload of the same file to the same place. */
export function uploadKey({ connection }: Item, { workspacePath, file }: UploadIdentity): string {
	return hashOf(JSON.stringify([connection.baseUrl, workspacePath, file]));
}

/** The uploads in the static data of the node that a later execution may still need. */
function storedUploads({ functions }: Item): Record<string, IDataObject> {
	const { uploads } = functions.getWorkflowStaticData('node');
	const valid = Object.entries(readRecord(uploads)).flatMap(([key, entry]) =>
		isRecord(entry) && Number(entry.untilMs) > clock.now() ? [[key, entry] as const] : [],
	);
	return Object.fromEntries(valid);
}
