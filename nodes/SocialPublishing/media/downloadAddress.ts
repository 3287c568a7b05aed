import { splitIntoParts } from '../commands/uploadFile';
import { DETECT_HEAD_BYTES, detectFile } from '../image/formats/picture';
import { clock, withTimeout } from '../shared/clock';
import { CancelledFailure } from '../shared/failure';
import type { Connection, Readable } from '../transport/connection';
import { NetworkFailure, readNetworkFailure } from '../transport/networkFailure';
import { sendRequest } from '../transport/request';
import {
	decide,
	readRetryAfterMs,
	isFault,
	isRedirect,
	isSuccess,
	type RetriesSoFar,
} from '../transport/retry';
import {
	brokenDownload,
	CHECK_ADDRESS,
	couldNotDownload,
	LATER,
	MAX_PICTURE_BYTES,
	notMedia,
	tooLargePicture,
	tooLargeVideo,
	VIDEO_SIZE_LIMIT_BYTES,
	type FileFailure,
} from './fileFailure';
import { describeAddress, fileNameOf, parseWebAddress, toFileAddress } from './webAddress';
import { asChunks, type SourceFile } from './sourceFile';

/** For one file, with all redirects, attempts and pauses. */
const DOWNLOAD_TIMEOUT_MS = 300_000;
/** The file is kept in pieces of this size, even if it arrives in smaller ones. */
const PIECE_BYTES = 64 * 1024;
/** As many as web browsers follow. */
const MAX_REDIRECTS = 20;
/** Until the headers of a response. */
const RESPONSE_TIMEOUT_MS = 60_000;

/**
 * Downloads a picture or video into memory, also from a link that shares it. Any other file is discarded: only the content
 * counts.
 *
 * These requests do not go to the service, so its rate limit does not count them. They are retried as reads are.
 *
 * @throws FileFailure that shows the host and path of the address, but nothing of the response
 */
export async function downloadAddress(connection: Connection, address: URL): Promise<SourceFile> {
	const pieces = await withTimeout(
		DOWNLOAD_TIMEOUT_MS,
		async (late) => {
			const signals = [late, connection.signal].filter((signal) => signal !== undefined);
			return await fetchWithRetries(connection, address, AbortSignal.any(signals));
		},
		(limitMs) => {
			const reason = `it took longer than ${limitMs / 60_000} minutes`;
			return couldNotDownload(describeAddress(address), reason, LATER);
		},
	);
	return {
		name: fileNameOf(address),
		sizeBytes: sizeOf(pieces),
		open: async () => asChunks(pieces),
	};
}

/** Repeats the request while that may help. */
async function fetchWithRetries(
	connection: Connection,
	address: URL,
	signal: AbortSignal,
): Promise<Buffer[]> {
	const retries: RetriesSoFar = { faults: 0, conflicts: 0, rateLimitWaitMs: 0 };
	for (;;) {
		const attempt = await fetchOnce(connection, address, signal);
		if (Array.isArray(attempt)) return attempt;
		const { status, retryAfterMs, failure, isFinal } = attempt;
		const result = { ...READ_RESULT, status, retryAfterMs };
		const decision = decide('safe', result, retries, Math.random());
		if (isFinal === true || decision.action !== 'retry') throw failure;
		if (decision.because === 'rateLimit') retries.rateLimitWaitMs += decision.afterMs;
		else retries.faults++;
		await clock.wait(decision.afterMs, signal);
	}
}

/** Fields that matter only for commands to the service. */
const READ_RESULT = { mayHaveHadEffect: false, conflict: 'unknown', isOtherGuard: false } as const;

interface FailedAttempt {
	failure: FileFailure;
	/** Absent when no usable response arrived. */
	status?: number;
	retryAfterMs?: number | undefined;
	/** Another attempt would fail in the same way. */
	isFinal?: boolean;
}

async function fetchOnce(
	connection: Connection,
	address: URL,
	signal: AbortSignal,
): Promise<Buffer[] | FailedAttempt> {
	const place = describeAddress(address);
	const targets: URL[] = [];
	const receive = async (): Promise<Buffer[] | FailedAttempt> => {
		const { status, headers, body } = await requestAddress(connection, address, signal, targets);
		if (body !== undefined) return await readFile(place, status, body);
		const retryAfterMs = readRetryAfterMs(headers['retry-after'], clock.now());
		const reason = `the server responded with status ${status}`;
		const advice = isFault(status) || status === 429 ? LATER : CHECK_ADDRESS;
		return { status, retryAfterMs, failure: couldNotDownload(place, reason, advice) };
	};
	return await receive().catch((error: unknown) => {
		if (signal.aborted) throw new CancelledFailure();
		if (!(error instanceof NetworkFailure)) throw error;
		const isFinal = error.kind === 'blocked';
		return { failure: brokenDownload(address, targets.at(-1), error), isFinal };
	});
}

/** Reads a body up to the limit for its kind of file, or only its start if it is neither a picture nor a video. */
async function readFile(place: string, status: number, body: Readable): Promise<Buffer[]> {
	const pieces: Buffer[] = [];
	for await (const piece of splitIntoParts(bytesOf(body), PIECE_BYTES)) {
		pieces.push(piece);
		checkPieces(place, status, pieces);
	}
	checkPieces(place, status, pieces);
	return pieces;
}

async function* bytesOf(body: Readable): AsyncIterable<Buffer> {
	try {
		for await (const bytes of body) yield Buffer.from(bytes);
	} catch (error) {
		throw readNetworkFailure(error);
	} finally {
		body.destroy();
	}
}

/** @throws FileFailure if they are not the start of a picture or video, or too large */
function checkPieces(place: string, status: number, pieces: Buffer[]): void {
	const [start = Buffer.alloc(0)] = pieces;
	const kind = detectFile(start.subarray(0, DETECT_HEAD_BYTES));
	if (kind === 'unknown') throw notMedia(place, status, start);
	const sizeBytes = sizeOf(pieces);
	const isVideo = kind === 'mp4' || kind === 'otherVideo';
	if (isVideo && sizeBytes >= VIDEO_SIZE_LIMIT_BYTES) throw tooLargeVideo(place);
	if (sizeBytes > MAX_PICTURE_BYTES) throw tooLargePicture(place);
}

function sizeOf(pieces: Buffer[]): number {
	return pieces.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Requests the file at a web address, without the credential and any header of the node. Redirects are followed one by
 * one, so that n8n's own protection checks each address.
 *
 * @param targets gets the addresses to which the first one redirects
 * @returns the response of the server that has the file, with the file, unread, if the status is a success
 * @throws FileFailure for a redirect that leads nowhere; NetworkFailure, CancelledFailure
 */
async function requestAddress(
	{ functions }: Connection,
	address: URL,
	signal: AbortSignal,
	targets: URL[],
): Promise<{ status: number; headers: Record<string, string>; body: Readable | undefined }> {
	let url = toFileAddress(address);
	for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
		const request = {
			method: 'GET',
			url: url.href,
			headers: {},
			timeoutMs: RESPONSE_TIMEOUT_MS,
			responseAs: 'stream',
		} as const;
		const { status, headers, body } = await sendRequest(functions, undefined, request, signal);
		const stream = Buffer.isBuffer(body) ? undefined : body;
		if (isSuccess(status)) return { status, headers, body: stream };
		stream?.destroy();
		const { location } = headers;
		if (!isRedirect(status) || location === undefined) {
			return { status, headers, body: undefined };
		}
		const target = parseWebAddress(location, url);
		if (target === undefined) throw badRedirect(address, 'to something that is not a web address');
		url = target;
		targets.push(url);
	}
	throw badRedirect(address, `more than ${MAX_REDIRECTS} times`);
}

function badRedirect(address: URL, reason: string): FileFailure {
	const happened = `the address redirects ${reason}`;
	return couldNotDownload(describeAddress(address), happened, CHECK_ADDRESS);
}
