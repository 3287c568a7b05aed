import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure, type Explanation } from '../shared/failure';
import { readRecord } from '../shared/json';
import { asSentence } from '../shared/text/sentences';
import { path as joinPath } from '../transport/address';
import { call } from '../transport/call';
import type { Connection } from '../transport/connection';
import { RefusedFailure } from '../transport/errors';
import { NOTHING_FOUND, recoverLostResponse, type Finding } from '../transport/finding';
import { isNotFound } from '../transport/retry';
import type { ServiceResponse } from '../transport/types';
import {
	readMediaIn,
	readMediaReadiness,
	toCompletion,
	toMediaItem,
	type MediaItem,
} from './readings/media';
import { readErrorText } from './readings/record';

/** A file that the service accepts. */
export interface PreparedFile {
	name: string;
	/** `image/jpeg` or `video/mp4`. */
	type: string;
	sizeBytes: number;
	/** Opens the file at its start; may be called again. */
	open(): Promise<AsyncIterable<Buffer>>;
}

/** An upload that has been started and not completed. */
export interface StartedUpload {
	mediaId: string;
	partSizeBytes: number;
	/** The parts that the service has, in order. */
	parts: Array<{ number: number; etag: string }>;
	/** The record that the service returned for the start. */
	started: IDataObject;
	/** The completion was sent, but it is unknown whether it took effect. */
	mayBeComplete: boolean;
}

/** Where an upload goes: through the REST API, or through the tools with a ticket. */
export interface UploadTarget {
	connection: Connection;
	/** Identifies the service and the workspace. */
	place: string;
	/** Returns the service's record of the upload that it has started. */
	start(purpose: string, file: PreparedFile): Promise<IDataObject>;
	sendPart(
		purpose: string,
		upload: StartedUpload,
		number: number,
		bytes: Buffer,
	): Promise<ServiceResponse>;
	complete(purpose: string, upload: StartedUpload): Promise<IDataObject>;
	read(purpose: string, mediaId: string): Promise<IDataObject>;
}

const NOT_ACCEPTED: Explanation = {
	happened: 'the service does not accept the file',
	advice: 'Correct the file and upload it again.',
};

/** Explanations of statuses with a special meaning for a part. */
export const PART_EXPLANATIONS: Record<number, Explanation> = {
	409: {
		happened: 'the service does not accept a part of the file',
		advice: 'The upload may have expired. Try again to start a new one.',
	},
};

/** The path of a media item, relative to `{base_url}`. */
export function mediaPath(workspacePath: string, id: string): string {
	return `${workspacePath}${joinPath('media', id)}`;
}

export function restUpload(connection: Connection, workspacePath: string): UploadTarget {
	const pathOf = (id: string) => mediaPath(workspacePath, id);
	const target: UploadTarget = {
		connection,
		place: `${connection.baseUrl}${workspacePath}`,

		async start(purpose, { name, type, sizeBytes }) {
			const { data } = await call(connection, {
				purpose,
				method: 'POST',
				path: `${workspacePath}/media/uploads`,
				json: { name, type, size: sizeBytes },
				// An upload that is started and never completed leaves nothing visible behind.
				safety: 'idempotent',
				needsRecord: true,
			});
			return readRecord(data);
		},

		async sendPart(purpose, { mediaId }, number, bytes) {
			return await call(connection, {
				purpose,
				method: 'PUT',
				path: `${pathOf(mediaId)}${joinPath('parts', number)}`,
				bytes,
				safety: 'idempotent',
				explanations: PART_EXPLANATIONS,
			});
		},

		async complete(purpose, { mediaId, parts, mayBeComplete }) {
			const { data } = await call(connection, {
				purpose,
				method: 'POST',
				path: `${pathOf(mediaId)}/complete`,
				json: toCompletion(parts),
				safety: 'idempotent',
				wasSentBefore: mayBeComplete,
				explanations: { 400: NOT_ACCEPTED, 422: NOT_ACCEPTED },
				// The service may refuse to complete an upload that is already complete.
			}).catch(recoverLostResponse(async () => await findCompleted(target, purpose, mediaId)));
			return readMediaIn(data);
		},

		async read(purpose, mediaId) {
			const path = pathOf(mediaId);
			const { data } = await call(connection, { purpose, method: 'GET', path, safety: 'safe' });
			return readMediaIn(data);
		},
	};
	return target;
}

const FIRST_POLL_MS = 500;
const MAX_POLL_DELAY_MS = 5_000;
const READY_TIMEOUT_MS = 120_000;

/** The service could not process a complete upload. */
export class UnusableMediaFailure extends ServiceFailure {}

/** The result of an upload whose completion got no response. */
export async function findCompleted(
	target: UploadTarget,
	purpose: string,
	mediaId: string,
): Promise<Finding> {
	const media = await readUploaded(target, purpose, mediaId);
	const isCompleted = media !== undefined && readMediaReadiness(media) !== 'failed';
	if (!isCompleted) return NOTHING_FOUND;
	return { is: 'found', response: { data: media, etag: undefined, headers: {} } };
}

/** The media record; undefined if it does not exist. The service removes an upload that fails its checks. */
export async function readUploaded(
	target: UploadTarget,
	purpose: string,
	mediaId: string,
): Promise<IDataObject | undefined> {
	return await target.read(purpose, mediaId).catch((error: unknown) => {
		// The refusal of a tool has no status.
		const { status = 404 } = error instanceof RefusedFailure ? error.facts : { status: 0 };
		if (isNotFound(status)) return undefined;
		throw error;
	});
}

/**
 * Polls a media record until it is ready.
 *
 * @throws UnusableMediaFailure if the service could not process the file; ServiceFailure if the time is up
 */
export async function waitUntilReady(
	target: UploadTarget,
	{ id, record }: MediaItem,
): Promise<MediaItem> {
	const startMs = clock.now();
	let latest: IDataObject | undefined = record;
	let delayMs = FIRST_POLL_MS;
	for (;;) {
		const readiness = latest === undefined ? 'failed' : readMediaReadiness(latest);
		if (latest !== undefined && readiness === 'ready') return toMediaItem(id, latest);
		if (readiness === 'failed') {
			const reason = readErrorText(latest ?? {});
			throw new UnusableMediaFailure(
				'The service could not process the file',
				`${reason === undefined ? '' : `The service says: "${asSentence(reason)}" `}Correct the file and upload it again.`,
			);
		}
		const leftMs = startMs + READY_TIMEOUT_MS - clock.now();
		if (leftMs <= 0) {
			throw new ServiceFailure(
				'The uploaded file is still not ready',
				`Its media ID is ${id}. Read it with Media → Get later, and use it once it is ready.`,
			);
		}
		await clock.wait(Math.min(delayMs, leftMs), target.connection.signal);
		delayMs = Math.min(delayMs * 2, MAX_POLL_DELAY_MS);
		latest = await readUploaded(target, 'read the uploaded file', id);
	}
}
