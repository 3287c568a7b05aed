import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { readMediaReadiness } from '../api/readings/media';
import { uploadFile } from '../commands/uploadFile';
import type { UploadFile, UploadTarget } from '../api/uploadTarget';
import { readUploaded } from '../api/uploadedMedia';
import { commonScope, type Item } from '../properties/item';
import { hashFile, type InputFile } from './inputFile';
import { forgetUpload, recallUpload, rememberUpload, type UploadIdentity } from './uploadMemory';

/**
 * The media of a file that an earlier attempt uploaded, as it is now. Undefined, and forgotten, if it was deleted in the
 * meantime or cannot be used.
 */
export async function findUploaded(
	item: Item,
	identity: UploadIdentity,
	target: UploadTarget,
): Promise<IDataObject | undefined> {
	const known = recallUpload(item, identity);
	if (known === undefined) return undefined;
	const media = await readUploaded(target, 'read the uploaded file', known.id);
	if (media !== undefined && readMediaReadiness(media) !== 'failed') {
		return { id: known.id, ...media };
	}
	forgetUpload(item, identity);
	return undefined;
}

/**
 * Identifies an upload of its own. Within an execution, it is one of a place; without a workflow, one of a file.
 *
 * @param settings how the file is prepared
 */
export async function identifyUpload(
	item: Item,
	propertyName: string,
	source: InputFile,
	{ workspacePath, settings }: { workspacePath: string; settings: object },
): Promise<UploadIdentity> {
	const scope = commonScope(item);
	const place = scope === null ? [source.name, settings] : scope;
	const file = JSON.stringify([place, propertyName, await hashFile(source)]);
	return { file, workspacePath, outlivesExecution: scope === null };
}

/** Uploads a file and remembers it, so that a later attempt does not upload it again. */
export async function uploadNew(
	item: Item,
	identity: UploadIdentity,
	target: UploadTarget,
	file: UploadFile,
): Promise<IDataObject> {
	const media = await uploadFile(target, file, `${identity.file} ${await hashUpload(file)}`);
	const needsAltText = file.type === 'image/jpeg' && (identity.altText ?? '') !== '';
	rememberUpload(item, identity, { id: String(media.id), isReady: false, needsAltText });
	return media;
}

const HASHED_PART_BYTES = 1024 * 1024;

/** What is at an address can change, and an upload that broke off must not go on with parts of another file. */
async function hashUpload(file: UploadFile): Promise<string> {
	const hash = createHash('sha256');
	for await (const part of file.parts(HASHED_PART_BYTES)) hash.update(part);
	return hash.digest('hex');
}
