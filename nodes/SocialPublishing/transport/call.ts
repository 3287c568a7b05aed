import { clock, withTimeout } from '../shared/clock';
import { sendOnce, type ReceivedResponse } from './attempt';
import type { Connection, Readable } from './connection';
import { readEnvelope, readFullEnvelope } from './envelope';
import { noResponseFailure, rateLimitUsedUpFailure, refusedFailure } from './errors';
import type { Permit } from './rateLimit';
import type { HttpRequest } from './request';
import {
	decide,
	isTooLate,
	readConflict,
	readRetryAfterMs,
	type AttemptResult,
	type RetriesSoFar,
	isFault,
	RATE_LIMIT_DEFAULT_DELAY_MS,
	type Decision,
	isRateLimitRefusal,
} from './retry';
import type { Call, ServiceResponse } from './types';

const JSON_TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 300_000;

/**
 * Carries out a call as if it were sent once: paces it, retries it where that is safe, and reads the response.
 *
 * @throws ServiceFailure that states what happened and what to do next
 */
export async function call(connection: Connection, request: Call): Promise<ServiceResponse> {
	return await exchange(connection, request, 'bytes');
}

/** Requests a file. The caller reads the response body from `stream`. */
export async function download(
	connection: Connection,
	request: Call,
): Promise<ServiceResponse & { stream: Readable }> {
	const response = await exchange(connection, request, 'stream');
	if (response.stream === undefined) throw new Error('A streamed response has no stream');
	return { ...response, stream: response.stream };
}

async function exchange(
	connection: Connection,
	request: Call,
	responseAs: HttpRequest['responseAs'],
): Promise<ServiceResponse> {
	const httpRequest = toHttpRequest(connection, request, responseAs);
	const needsRecord =
		responseAs === 'bytes' && (request.safety === 'safe' || request.needsRecord === true);
	const readResponse = request.readResponse ?? (needsRecord ? readFullEnvelope : readEnvelope);
	const retries: RetriesSoFar = { faults: 0, conflicts: 0, rateLimitWaitMs: 0 };
	const startedAtMs = clock.now();
	let isResponseLost = request.wasSentBefore ?? false;
	let received: ReceivedResponse | undefined;
	for (;;) {
		const permit = await acquirePermit(connection, request);
		const isLate = isTooLate(request.safety, startedAtMs, clock.now());
		if (isLate && isResponseLost && received !== undefined) {
			permit.end();
			throw noResponseFailure({ connection, call: request, received }, true);
		}
		const sent = sendOnce(connection, httpRequest, readResponse);
		received = await sent.finally(() => permit.end());
		const outcome = readAttemptResult(request, received);
		const next = decide(request.safety, outcome, retries, Math.random());
		const decision = withinDeadline(connection, request, outcome, next);
		if (decision.action === 'accept') return toServiceResponse(received);
		// Also set by a refusal because the command is still running.
		isResponseLost ||= outcome.mayHaveHadEffect;
		if (decision.action === 'refuse')
			throw refusedFailure({ connection, call: request, received }, outcome, isResponseLost);
		if (decision.action === 'giveUp')
			throw noResponseFailure({ connection, call: request, received }, isResponseLost);
		if (decision.because === 'fault') retries.faults++;
		if (decision.because === 'conflict') retries.conflicts++;
		if (decision.because === 'rateLimit') {
			retries.rateLimitWaitMs += decision.afterMs;
			connection.rateLimiter.pause(decision.afterMs);
		} else {
			await clock.wait(decision.afterMs, connection.signal);
		}
	}
}

function toHttpRequest(
	connection: Connection,
	request: Call,
	responseAs: HttpRequest['responseAs'],
): HttpRequest {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(request.query ?? {})) {
		if (value !== undefined && value !== '') query.set(name, String(value));
	}
	const headers: Record<string, string> = {
		Accept: responseAs === 'stream' ? '*/*' : 'application/json',
	};
	if (request.json !== undefined) headers['Content-Type'] = 'application/json';
	if (request.bytes !== undefined) headers['Content-Type'] = 'application/octet-stream';
	if (request.ifMatch !== undefined) headers['If-Match'] = request.ifMatch;
	if (request.idempotencyKey !== undefined) headers['Idempotency-Key'] = request.idempotencyKey;
	Object.assign(headers, request.headers);
	const isFile = request.bytes !== undefined || responseAs === 'stream';
	return {
		method: request.method,
		url: `${connection.baseUrl}${request.path}${query.size > 0 ? `?${query.toString()}` : ''}`,
		headers,
		// n8n-workaround(2.39.10, @n8n/backend-network request.js): n8n drops an empty object.
		body: request.bytes ?? (request.json && JSON.stringify(request.json)),
		timeoutMs: isFile ? FILE_TIMEOUT_MS : JSON_TIMEOUT_MS,
		responseAs,
		isComplete: request.isComplete,
	};
}

function readAttemptResult(
	request: Call,
	{ status: httpStatus, headers, envelope, failure }: ReceivedResponse,
): AttemptResult {
	const status = envelope.isFault === true ? 500 : httpStatus;
	const conflict = readConflict(envelope.error.code, envelope.error.message);
	// A date in Retry-After refers to the clock of the service, not to ours.
	const nowMs = Date.parse(headers.date ?? '') || clock.now();
	return {
		status,
		mayHaveHadEffect: failure?.mayHaveHadEffect ?? (isFault(status) || conflict === 'running'),
		retryAfterMs:
			readRetryAfterMs(headers['retry-after'], nowMs) ?? envelope.rateLimit?.retryAfterMs,
		conflict,
		isOtherGuard: request.guard !== undefined && !isRateLimit(headers, envelope.error.code),
		isRefusal: envelope.refusal !== undefined,
		isRateLimit: envelope.rateLimit !== undefined,
	};
}

function isRateLimit(headers: Record<string, string>, code: string | undefined): boolean {
	// reading(code of the rate limit)
	return /rate.?limit|too.?many/i.test(code ?? '') || headers['ratelimit-remaining'] === '0';
}

function toServiceResponse({ headers, envelope, stream }: ReceivedResponse): ServiceResponse {
	return { data: envelope.data, etag: headers.etag, headers, stream };
}

/**
 * Waits until the next request may be sent.
 *
 * @throws ServiceFailure with the expected wait, if that exceeds the deadline of the connection
 */
export async function acquirePermit(connection: Connection, request: Call): Promise<Permit> {
	const { rateLimiter, signal, deadlineMs, isLowPriority } = connection;
	if (deadlineMs === undefined) return await rateLimiter.acquire(signal, isLowPriority);
	const leftMs = Math.max(0, deadlineMs - clock.now());
	const expectedMs = rateLimiter.expectedWaitMs(clock.now());
	if (expectedMs > leftMs) throw rateLimitUsedUpFailure(connection, request, expectedMs);
	// Other requests may lengthen the wait in the meantime.
	const acquire = async (late: AbortSignal) => await rateLimiter.acquire(late);
	return await withTimeout(leftMs, acquire, () =>
		rateLimitUsedUpFailure(connection, request, rateLimiter.expectedWaitMs(clock.now())),
	);
}

/**
 * The decision, or giving up if a retry would come after the deadline of the connection.
 *
 * @throws ServiceFailure with the wait for the rate limit, if that exceeds the deadline of the connection
 */
export function withinDeadline(
	connection: Connection,
	request: Call,
	outcome: AttemptResult,
	decision: Decision,
): Decision {
	const { rateLimiter, deadlineMs } = connection;
	if (deadlineMs === undefined) return decision;
	const leftMs = deadlineMs - clock.now();
	if (decision.action === 'retry' && decision.afterMs <= leftMs) return decision;
	if (isRateLimitRefusal(outcome)) {
		const askedMs = outcome.retryAfterMs ?? RATE_LIMIT_DEFAULT_DELAY_MS;
		if (decision.action === 'retry') rateLimiter.pause(decision.afterMs);
		throw rateLimitUsedUpFailure(connection, request, askedMs);
	}
	return decision.action === 'retry' ? { action: 'giveUp' } : decision;
}
