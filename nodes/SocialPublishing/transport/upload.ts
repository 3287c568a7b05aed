import type { IDataObject } from 'n8n-workflow';

import { path as joinPath } from './address';
import { call, type Answer } from './call';
import { clock } from './clock';
import type { Connection } from './connection';
import { ServiceFailure } from './failure';
import { Memory } from './memory';
import { readPartEtag, readReadiness, readRecord, readStartedUpload } from './readings';

export interface UploadFile {
	name: string;
	/** `image/jpeg` or `video/mp4`. */
	type: string;
	sizeBytes: number;
	/** The bytes in order, in pieces of exactly the asked size but for the last. */
	parts(partSizeBytes: number): AsyncIterable<Buffer>;
}

/** Used when the service tells no part size. */
const DEFAULT_PART_SIZE_BYTES = 5 * 1024 * 1024;
const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;
export const READY_TIMEOUT_MS = 120_000;

/** An upload that has been started and not completed. */
interface OpenUpload {
	mediaId: string;
	partSizeBytes: number;
	parts: Array<{ number: number; etag: string }>;
}

/** Uploads that broke off, by what their caller calls the file: a new try goes on where the last one ended. */
const openUploads = new Memory<OpenUpload>(200);

/**
 * Uploads a file part by part. A part whose answer was lost is sent again, not the file; a later try of the
 * same file sends only the parts that are missing.
 *
 * @param identity the same for every try of the same file
 * @returns the media record as the completion answered, with at least its `id`
 */
export async function uploadFile(
	connection: Connection,
	workspacePath: string,
	file: UploadFile,
	identity: string,
): Promise<IDataObject> {
	const key = `${connection.baseUrl}${workspacePath} ${file.sizeBytes} ${identity}`;
	const open = openUploads.get(key);
	const upload = open ?? (await startUpload(connection, workspacePath, file));
	openUploads.set(key, upload);
	const media = await finishUpload(connection, workspacePath, file, upload).catch(
		(error: unknown) => {
			if (isRefused(error)) openUploads.delete(key);
			if (open === undefined || !isRefused(error)) throw error;
			return undefined;
		},
	);
	openUploads.delete(key);
	// The service may have given up an upload that was left open: then it begins anew.
	return media ?? (await uploadFile(connection, workspacePath, file, identity));
}

function isRefused(error: unknown): boolean {
	const status = error instanceof ServiceFailure ? error.facts.status : undefined;
	return status !== undefined && status >= 400 && status < 500 && status !== 429;
}

async function startUpload(
	connection: Connection,
	workspacePath: string,
	file: UploadFile,
): Promise<OpenUpload> {
	const purpose = `upload ${file.name}`;
	const { data } = await call(connection, {
		purpose,
		method: 'POST',
		path: `${workspacePath}/media/uploads`,
		json: { name: file.name, type: file.type, size: file.sizeBytes },
		// An upload that was started and never completed leaves nothing to see.
		safety: 'repeatable',
	});
	const started = readStartedUpload(data);
	if (started !== undefined) {
		const { id, partSizeBytes = DEFAULT_PART_SIZE_BYTES } = started;
		return { mediaId: id, partSizeBytes, parts: [] };
	}
	throw new ServiceFailure(
		`Could not ${purpose}: the service gave no media ID`,
		'Nothing was uploaded. Report this to the support of the service.',
	);
}

async function finishUpload(
	connection: Connection,
	workspacePath: string,
	file: UploadFile,
	{ mediaId, partSizeBytes, parts }: OpenUpload,
): Promise<IDataObject> {
	const purpose = `upload ${file.name}`;
	const mediaPath = `${workspacePath}${joinPath('media', mediaId)}`;
	let number = 0;
	for await (const bytes of file.parts(partSizeBytes)) {
		number++;
		if (number <= parts.length) continue;
		parts.push({ number, etag: await uploadPart(connection, mediaPath, number, bytes, purpose) });
	}
	const { data } = await call(connection, {
		purpose,
		method: 'POST',
		path: `${mediaPath}/complete`,
		json: { parts },
		safety: 'repeatable',
		// Completing a second time what is complete may be refused.
		findLostEffect: async () => await readCompleted(connection, mediaPath, purpose),
	});
	return { id: mediaId, ...readRecord(readRecord(data).media ?? data) };
}

async function uploadPart(
	connection: Connection,
	mediaPath: string,
	number: number,
	bytes: Buffer,
	purpose: string,
): Promise<string> {
	const { data, etag } = await call(connection, {
		purpose,
		method: 'PUT',
		path: `${mediaPath}${joinPath('parts', number)}`,
		bytes,
		safety: 'repeatable',
	});
	const partEtag = readPartEtag(data, etag);
	if (partEtag !== undefined) return partEtag;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no ETag for part ${number}`,
		'The upload was not completed. Report this to the support of the service.',
	);
}

async function readCompleted(
	connection: Connection,
	mediaPath: string,
	purpose: string,
): Promise<Answer | undefined> {
	const question = { purpose, method: 'GET', path: mediaPath, safety: 'read' } as const;
	const answer = await call(connection, question).catch(absent);
	const isCompleted = answer && readReadiness(readRecord(answer.data)) !== 'failed';
	return isCompleted ? answer : undefined;
}

/** The service removes an upload that fails its checks: then the refusal itself tells more. */
function absent(error: unknown): undefined {
	if (error instanceof ServiceFailure && error.facts.status === 404) return undefined;
	throw error;
}

/**
 * Asks for a media record until it is ready.
 *
 * @throws ServiceFailure when the service gave the file up, or the time is up
 */
export async function waitUntilReady(
	connection: Connection,
	workspacePath: string,
	media: IDataObject,
): Promise<IDataObject> {
	const startMs = clock.now();
	let latest = media;
	let delayMs = FIRST_POLL_MS;
	for (;;) {
		const readiness = readReadiness(latest);
		if (readiness === 'ready') return latest;
		if (readiness === 'failed') {
			throw new ServiceFailure(
				'The service could not process the file',
				'It was not attached to a post. Correct the file and upload it again.',
			);
		}
		const leftMs = startMs + READY_TIMEOUT_MS - clock.now();
		if (leftMs <= 0) {
			throw new ServiceFailure(
				'The uploaded file is still not ready',
				`Its media ID is ${String(media.id)}. Read it with Media → Get later, and use it once it is ready.`,
			);
		}
		await clock.wait(Math.min(delayMs, leftMs), connection.signal);
		delayMs = Math.min(delayMs * 2, LONGEST_POLL_MS);
		const { data } = await call(connection, {
			purpose: 'read the uploaded file',
			method: 'GET',
			path: `${workspacePath}${joinPath('media', String(media.id))}`,
			safety: 'read',
		});
		latest = readRecord(data);
	}
}
