import type { IDataObject } from 'n8n-workflow';

import { clock } from '../shared/clock';
import { ServiceFailure } from '../shared/failure';
import { asSentence } from '../shared/text/sentences';
import { RefusedFailure, NOTHING_FOUND, type Finding } from '../transport/errors';
import { readMediaReadiness } from './readings/media';
import { readErrorText } from './readings/record';
import type { UploadTarget } from './uploadTarget';

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 5_000;
export const READY_TIMEOUT_MS = 120_000;

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
		if (status === 404 || status === 410) return undefined;
		throw error;
	});
}

/**
 * Polls a media record until it is ready.
 *
 * @throws UnusableMediaFailure when the service could not process the file; ServiceFailure when the time is up
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
			throw new UnusableMediaFailure(
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
		latest = await readUploaded(target, 'read the uploaded file', String(media.id));
	}
}
