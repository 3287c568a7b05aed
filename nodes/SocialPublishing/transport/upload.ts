import type { IDataObject } from 'n8n-workflow';

import { path as joinPath } from './address';
import { call, type Answer } from './call';
import { clock } from './clock';
import type { Connection } from './connection';
import { ServiceFailure } from './failure';
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

/**
 * Uploads a file part by part. A part whose answer was lost is sent again, not the file.
 *
 * @returns the media record as the completion answered, with at least its `id`
 */
export async function uploadFile(
	connection: Connection,
	workspacePath: string,
	file: UploadFile,
): Promise<IDataObject> {
	const purpose = `upload ${file.name}`;
	const started = readStartedUpload(
		(
			await call(connection, {
				purpose,
				method: 'POST',
				path: `${workspacePath}/media/uploads`,
				json: { name: file.name, type: file.type, size: file.sizeBytes },
				// An upload that was started and never completed leaves nothing to see.
				safety: 'repeatable',
			})
		).data,
	);
	if (started === undefined) {
		throw new ServiceFailure(
			`Could not ${purpose}: the service gave no media ID`,
			'Nothing was uploaded. Report this to the support of the service.',
		);
	}
	const mediaPath = `${workspacePath}${joinPath('media', started.id)}`;
	const parts: Array<{ number: number; etag: string }> = [];
	for await (const bytes of file.parts(started.partSizeBytes ?? DEFAULT_PART_SIZE_BYTES)) {
		const number = parts.length + 1;
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
	return { id: started.id, ...readRecord(readRecord(data).media ?? data) };
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
