import type { IDataObject } from 'n8n-workflow';

import { ServiceFailure } from '../shared/failure';
import { firstText } from '../shared/json';
import { AttemptMemory } from '../transport/attemptMemory';
import type { Connection } from '../transport/connection';
import { mayHaveTakenEffect, RefusedFailure } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { readPartEtag, readStartedUpload } from './readings/upload';

export interface UploadFile {
	name: string;
	/** `image/jpeg` or `video/mp4`. */
	type: string;
	sizeBytes: number;
	/** The bytes in order, in parts of exactly the requested size, except for the last. */
	parts(partSizeBytes: number): AsyncIterable<Buffer>;
}

/** Used when the service states no part size. */
const DEFAULT_PART_SIZE_BYTES = 5 * 1024 * 1024;
/** How often the upload of one file starts again from its first part. */
const MOST_RESTARTS = 2;

export interface UploadedPart {
	number: number;
	etag: string;
}

/** An upload that has been started and not completed. */
export interface OpenUpload {
	mediaId: string;
	partSizeBytes: number;
	parts: UploadedPart[];
	/** The record that the service returned for the start. */
	started: IDataObject;
	/** The completion was sent, and nobody knows whether it took effect. */
	mayBeComplete: boolean;
}

/** Where an upload goes: through the REST API, or through the tools with a ticket. */
export interface UploadTarget {
	connection: Connection;
	/** Distinguishes this service and workspace from every other. */
	place: string;
	/** Returns the service's record of the upload that it has started. */
	start(purpose: string, file: UploadFile): Promise<IDataObject>;
	sendPart(
		purpose: string,
		upload: OpenUpload,
		number: number,
		bytes: Buffer,
	): Promise<ServiceResponse>;
	/** Returns the media item. */
	complete(purpose: string, upload: OpenUpload): Promise<IDataObject>;
	read(purpose: string, mediaId: string): Promise<IDataObject>;
}

/** Uploads that broke off. The attempt that continues one takes it, so that no other attempt sends parts of it. */
const brokenOffUploads = new AttemptMemory<OpenUpload>(200);

/**
 * Uploads a file part by part. When the response to a part is lost, that part is sent again, not the file. A later attempt
 * at the same file sends only the missing parts.
 *
 * @param identity the same for every attempt at the same file
 * @returns the media record from the completion, with at least its `id`
 */
export async function uploadFile(
	target: UploadTarget,
	file: UploadFile,
	identity: string,
): Promise<IDataObject> {
	const uploadIdentity = [target.place, file.sizeBytes, identity];
	for (let restartsLeft = MOST_RESTARTS; ; restartsLeft--) {
		const brokenOff = brokenOffUploads.take(uploadIdentity);
		const upload = brokenOff ?? (await startUpload(target, file));
		const media = await finishUpload(target, file, upload).catch((error: unknown) => {
			const mayContinue = !isRefused(error) || upload.mayBeComplete;
			if (mayContinue) brokenOffUploads.remember(uploadIdentity, upload);
			// The service may have discarded an upload that was left open, or may refuse to take a part again whose
			// ETag was lost with its response. Then the upload starts again.
			const mayStartAgain = !mayContinue && (brokenOff !== undefined || error.isUncertain);
			if (!mayStartAgain || restartsLeft === 0) throw error;
			return undefined;
		});
		if (media !== undefined) return media;
	}
}

function isRefused(error: unknown): error is RefusedFailure {
	return error instanceof RefusedFailure && error.facts.status !== 429;
}

async function startUpload(target: UploadTarget, file: UploadFile): Promise<OpenUpload> {
	const purpose = purposeOf(file);
	const started = await target.start(purpose, file);
	const reading = readStartedUpload(started);
	if (reading !== undefined) {
		const { id, partSizeBytes = DEFAULT_PART_SIZE_BYTES } = reading;
		return { mediaId: id, partSizeBytes, parts: [], started, mayBeComplete: false };
	}
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned no media ID`,
		'Nothing was uploaded. Report this to the support of the service.',
	);
}

async function finishUpload(
	target: UploadTarget,
	file: UploadFile,
	upload: OpenUpload,
): Promise<IDataObject> {
	const purpose = purposeOf(file);
	const { parts, partSizeBytes } = upload;
	let number = 0;
	for await (const bytes of file.parts(partSizeBytes)) {
		number++;
		if (number <= parts.length) continue;
		const { data, etag } = await target.sendPart(purpose, upload, number, bytes);
		parts.push({ number, etag: requireEtag(purpose, number, readPartEtag(data, etag)) });
	}
	const media = await target.complete(purpose, upload).catch((error: unknown) => {
		const isDecided = error instanceof RefusedFailure && !error.isUncertain;
		upload.mayBeComplete = !isDecided && (upload.mayBeComplete || mayHaveTakenEffect(error));
		throw error;
	});
	return firstText(media.id) === upload.mediaId ? media : { ...media, id: upload.mediaId };
}

function purposeOf({ name }: UploadFile): string {
	return `upload ${name}`;
}

function requireEtag(purpose: string, number: number, etag: string | undefined): string {
	if (etag !== undefined) return etag;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no ETag for part ${number}`,
		'The upload was not completed. Report this to the support of the service.',
	);
}
