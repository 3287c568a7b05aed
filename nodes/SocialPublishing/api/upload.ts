import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure, asSentence } from '../shared/failure';
import { firstText } from '../shared/json';
import { AttemptMemory } from '../transport/attemptMemory';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import type { ServiceResponse } from '../transport/types';
import { readPartEtag, readMediaReadiness, readStartedUpload } from './mediaRecords';
import { readErrorText } from './records';

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
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;
export const READY_TIMEOUT_MS = 120_000;
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

/** Uploads that broke off: a new attempt continues where the last one ended. */
const openUploads = new AttemptMemory<OpenUpload>(200);

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
		const open = openUploads.recall(uploadIdentity);
		const upload = open ?? (await startUpload(target, file));
		openUploads.remember(uploadIdentity, upload);
		const media = await finishUpload(target, file, upload).catch((error: unknown) => {
			if (!isRefused(error)) throw error;
			openUploads.forget(uploadIdentity);
			// The service may have discarded an upload that was left open, or may refuse to take a part again whose
			// ETag was lost with its response. Then the upload starts again.
			const mayStartAgain = open !== undefined || error.isUncertain;
			if (mayStartAgain && restartsLeft > 0) return undefined;
			throw error;
		});
		if (media === undefined) continue;
		openUploads.forget(uploadIdentity);
		return media;
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
		return { mediaId: id, partSizeBytes, parts: [], started };
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
	const media = await target.complete(purpose, upload);
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

/** The result of an upload whose completion got no response. */
export async function readCompleted(
	target: UploadTarget,
	purpose: string,
	mediaId: string,
): Promise<ServiceResponse | 'noEffect'> {
	const media = await target.read(purpose, mediaId).catch(absent);
	const isCompleted = media !== undefined && readMediaReadiness(media) !== 'failed';
	return isCompleted ? { data: media, etag: undefined, headers: {} } : 'noEffect';
}

/** The service removes an upload that fails its checks. The refusal itself then says more. */
function absent(error: unknown): undefined {
	// The refusal of a tool has no status.
	const { status = 404 } = error instanceof RefusedFailure ? error.facts : { status: 0 };
	if (status === 404) return undefined;
	throw error;
}

/**
 * Polls a media record until it is ready.
 *
 * @throws ServiceFailure when the service could not process the file, or the time is up
 */
export async function waitUntilReady(
	target: UploadTarget,
	media: IDataObject,
): Promise<IDataObject> {
	const startMs = clock.now();
	let latest: IDataObject | undefined = media;
	let delayMs = FIRST_POLL_MS;
	for (;;) {
		const readiness = latest === undefined ? 'failed' : readMediaReadiness(latest);
		if (readiness === 'ready') return { id: media.id, ...latest };
		if (readiness === 'failed') {
			const reason = readErrorText(latest ?? {});
			throw new ServiceFailure(
				'The service could not process the file',
				`${reason === undefined ? '' : `The service says: ${asSentence(reason)} `}It was not attached to a post. Correct the file and upload it again.`,
			);
		}
		const leftMs = startMs + READY_TIMEOUT_MS - clock.now();
		if (leftMs <= 0) {
			throw new ServiceFailure(
				'The uploaded file is still not ready',
				`Its media ID is ${String(media.id)}. Read it with Media → Get later, and use it once it is ready.`,
			);
		}
		await clock.wait(Math.min(delayMs, leftMs), target.connection.signal);
		delayMs = Math.min(delayMs * 2, LONGEST_POLL_MS);
		latest = await target.read('read the uploaded file', String(media.id)).catch(absent);
	}
}
