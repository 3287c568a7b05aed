import { isRequestFailure, mayHaveTakenEffect, ServiceFailure } from '../shared/failure';
import { ProcessMemory } from './processMemory';
import { isMissing, RefusedFailure } from '../transport/errors';
import {
	readPartEtag,
	readStartedUpload,
	toMediaItem,
	type MediaItem,
} from '../api/readings/media';
import type { StartedUpload, PreparedFile, UploadTarget } from '../api/mediaUpload';

/** Used when the service states no part size. */
const DEFAULT_PART_SIZE_BYTES = 5 * 1024 * 1024;
/** How often the upload of one file starts again from its first part. */
const MAX_RESTARTS = 2;

/** Interrupted uploads. An attempt that continues one removes it from here, so no other attempt sends parts of it. */
const interruptedUploads = new ProcessMemory<StartedUpload>();

/**
 * Uploads a file part by part. When the response to a part is lost, that part is sent again, not the file. A later attempt
 * at the same file sends only the missing parts.
 *
 * @param identity the same for every attempt at the same file
 * @returns the media item from the completion
 */
export async function uploadFile(
	target: UploadTarget,
	file: PreparedFile,
	identity: string,
): Promise<MediaItem> {
	const uploadIdentity = [target.place, file.sizeBytes, identity];
	for (let restartsLeft = MAX_RESTARTS; ; restartsLeft--) {
		const interrupted = interruptedUploads.recall(uploadIdentity);
		interruptedUploads.forget(uploadIdentity);
		const upload = interrupted ?? (await startUpload(target, file));
		const media = await finishUpload(target, file, upload).catch((error: unknown) => {
			const mayContinue = !isRefused(error) || upload.mayBeComplete;
			if (mayContinue) interruptedUploads.remember(uploadIdentity, upload);
			// The service may have discarded an upload that was left open or took long, or may refuse to take a part again
			// whose ETag was lost with its response. Then the upload starts again.
			const mayStartAgain =
				!mayContinue &&
				(interrupted !== undefined ||
					error.effect === 'unknown' ||
					isMissing(error) ||
					error.facts.status === 409);
			if (mayStartAgain && restartsLeft > 0) return undefined;
			throw upload.mayBeComplete ? error : asNotUploaded(error);
		});
		if (media !== undefined) return media;
	}
}

function isRefused(error: unknown): error is RefusedFailure {
	return error instanceof RefusedFailure && error.facts.status !== 429;
}

async function startUpload(target: UploadTarget, file: PreparedFile): Promise<StartedUpload> {
	const purpose = purposeOf(file);
	const started = await target.start(purpose, file).catch((error: unknown) => {
		throw asNotUploaded(error);
	});
	const reading = readStartedUpload(started);
	if (reading !== undefined) {
		const { id, partSizeBytes = DEFAULT_PART_SIZE_BYTES } = reading;
		return { mediaId: id, partSizeBytes, parts: [], started, mayBeComplete: false };
	}
	throw new ServiceFailure(
		`Could not ${purpose}: the service returned no media ID`,
		"Report this to the service's support.",
		{},
		{ effectFacts: { nothingWas: 'uploaded' } },
	);
}

/** What precedes the completion of an upload leaves nothing that users see, even if its response is lost. */
function asNotUploaded(error: unknown): unknown {
	const isLost = isRequestFailure(error) && error.effect === 'unknown';
	if (!isLost) return error;
	const advice = error.advice || 'Try again later.';
	return error.with({ effect: 'none', effectFacts: { nothingWas: 'uploaded' }, advice });
}

async function finishUpload(
	target: UploadTarget,
	file: PreparedFile,
	upload: StartedUpload,
): Promise<MediaItem> {
	const purpose = purposeOf(file);
	const { parts, partSizeBytes } = upload;
	let number = 0;
	for await (const bytes of splitIntoParts(await file.open(), partSizeBytes)) {
		number++;
		if (number <= parts.length) continue;
		const { data, etag } = await target.sendPart(purpose, upload, number, bytes);
		parts.push({ number, etag: requireEtag(purpose, number, readPartEtag(data, etag)) });
	}
	const media = await target.complete(purpose, upload).catch((error: unknown) => {
		const isDecided = error instanceof RefusedFailure && error.effect === 'none';
		upload.mayBeComplete = !isDecided && (upload.mayBeComplete || mayHaveTakenEffect(error));
		throw error;
	});
	return toMediaItem(upload.mediaId, media);
}

function purposeOf({ name }: PreparedFile): string {
	return `upload ${name}`;
}

function requireEtag(purpose: string, number: number, etag: string | undefined): string {
	if (etag !== undefined) return etag;
	throw new ServiceFailure(
		`Could not ${purpose}: the service sent no ETag for part ${number}`,
		"The upload was not completed. Report this to the service's support.",
	);
}

/** Cuts a stream into parts of exactly `partSizeBytes`, except for the last, which may be smaller. */
export async function* splitIntoParts(
	chunks: AsyncIterable<Buffer>,
	partSizeBytes: number,
): AsyncIterable<Buffer> {
	let pending: Buffer[] = [];
	let pendingBytes = 0;
	for await (const chunk of chunks) {
		let rest = chunk;
		while (pendingBytes + rest.length >= partSizeBytes) {
			const missing = partSizeBytes - pendingBytes;
			yield Buffer.concat([...pending, rest.subarray(0, missing)]);
			rest = rest.subarray(missing);
			pending = [];
			pendingBytes = 0;
		}
		if (rest.length > 0) pending.push(rest);
		pendingBytes += rest.length;
	}
	if (pendingBytes > 0) yield Buffer.concat(pending);
}
