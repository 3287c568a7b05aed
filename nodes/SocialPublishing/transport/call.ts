import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { tryOnce, type AnswerReader, type Received } from './attempt';
import { clock } from './clock';
import type { Connection } from './connection';
import { readEnvelope, readFullEnvelope } from './envelope';
import { rejection, unanswered } from './errors';
import { CancelledFailure, ServiceFailure } from './failure';
import type { HttpRequest, Readable } from './request';
import {
	decide,
	isFault,
	readConflict,
	readRetryAfterMs,
	type Outcome,
	type Safety,
	type Spent,
} from './retry';
import type { Words } from './words';

const JSON_TIMEOUT_MS = 60_000;
const FILE_TIMEOUT_MS = 300_000;

type LostEffectFinder = (refusal: Outcome) => Promise<Answer | 'noEffect' | undefined>;

/** One command or question to the service. */
export interface Call {
	/** What the user wants done, as it goes into "Could not …": `publish the post`. */
	purpose: string;
	method: IHttpRequestMethods;
	/** Relative to `{base_url}`, its segments encoded: see `path`. */
	path: string;
	query?: Record<string, string | number | undefined>;
	/** A JSON body; `{}` is sent as it is. */
	json?: IDataObject;
	/** A binary body. */
	bytes?: Buffer;
	/** Beside those that follow from the other fields, or in their place. */
	headers?: Record<string, string>;
	/** Where the answer is not in the service's usual envelope. */
	readAnswer?: AnswerReader;
	/** Where the answer may be there before its body ends. */
	isWhole?: HttpRequest['isWhole'];
	/** Of no use without the record that it gives: a success without a body is a lost answer. All reads are so. */
	needsRecord?: boolean;
	ifMatch?: string;
	idempotencyKey?: string;
	safety: Safety;
	/**
	 * Asked when the service rejects a command of which an earlier answer was lost: the rejection may come
	 * from that earlier try having worked. Gives the lost answer, or undefined when nobody can tell.
	 */
	findLostEffect?: LostEffectFinder;
	/** The very same command went out before, in an earlier try of the node, and its answer may have been lost. */
	isRepeat?: boolean;
	/** The command has a guard of its own, whose refusal is not the rate limit's even with status 429. */
	guard?: Words;
}

export interface Answer {
	/** `data` of the answer; undefined where it has none. */
	data: unknown;
	/** The ETag header, exactly as received. */
	etag: string | undefined;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** The file that was asked for; only from `download`. */
	stream?: Readable;
}

/**
 * Carries a call out as if it were sent once: paces it, repeats it where that is safe, reads the answer.
 *
 * @throws ServiceFailure that says what happened and what to do next
 */
export async function call(connection: Connection, call: Call): Promise<Answer> {
	return await exchange(connection, call, 'bytes');
}

/** Asks for a file; the body of the answer is left to be read from `stream`. */
export async function download(
	connection: Connection,
	call: Call,
): Promise<Answer & { stream: Readable }> {
	const answer = await exchange(connection, call, 'stream');
	if (answer.stream === undefined) throw new Error('A streamed answer has no stream');
	return { ...answer, stream: answer.stream };
}

async function exchange(
	connection: Connection,
	call: Call,
	answerAs: HttpRequest['answerAs'],
): Promise<Answer> {
	const request = toRequest(connection, call, answerAs);
	const needsRecord = answerAs === 'bytes' && (call.safety === 'read' || call.needsRecord === true);
	const readAnswer = call.readAnswer ?? (needsRecord ? readFullEnvelope : readEnvelope);
	const spent: Spent = { faults: 0, conflicts: 0, rateLimitWaitMs: 0 };
	let isAnswerLost = call.isRepeat ?? false;
	for (;;) {
		const turn = await connection.pace.acquire(connection.signal);
		const sent = tryOnce(connection, request, readAnswer);
		const received = await sent.finally(() => turn.end());
		const outcome = readOutcome(call, received);
		const decision = decide(call.safety, outcome, spent, Math.random());
		if (decision.action === 'accept') return toAnswer(received);
		if (decision.action === 'refuse') {
			const found = isAnswerLost ? await findLostEffect(call, outcome, received) : 'noEffect';
			if (typeof found === 'object') return found;
			throw rejection(connection, call, received, outcome, found === undefined);
		}
		isAnswerLost ||= outcome.mayHaveHadEffect;
		if (decision.action === 'giveUp') throw unanswered(connection, call, received, isAnswerLost);
		if (decision.because === 'fault') spent.faults++;
		if (decision.because === 'conflict') spent.conflicts++;
		if (decision.because === 'rateLimit') {
			spent.rateLimitWaitMs += decision.afterMs;
			connection.pace.pause(decision.afterMs);
		} else {
			await clock.wait(decision.afterMs, connection.signal);
		}
	}
}

/** Where the service cannot be asked either, or it was not the service that refused, nobody can tell. */
async function findLostEffect(
	call: Call,
	refusal: Outcome,
	{ envelope }: Received,
): ReturnType<LostEffectFinder> {
	if (envelope.isForeign) return undefined;
	return await call.findLostEffect?.(refusal).catch((error: unknown) => {
		if (error instanceof ServiceFailure && !(error instanceof CancelledFailure)) return undefined;
		throw error;
	});
}

function toRequest(
	connection: Connection,
	call: Call,
	answerAs: HttpRequest['answerAs'],
): HttpRequest {
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(call.query ?? {})) {
		if (value !== undefined && value !== '') query.set(name, String(value));
	}
	const headers: Record<string, string> = {
		Accept: answerAs === 'stream' ? '*/*' : 'application/json',
	};
	if (call.json !== undefined) headers['Content-Type'] = 'application/json';
	if (call.bytes !== undefined) headers['Content-Type'] = 'application/octet-stream';
	if (call.ifMatch !== undefined) headers['If-Match'] = call.ifMatch;
	if (call.idempotencyKey !== undefined) headers['Idempotency-Key'] = call.idempotencyKey;
	Object.assign(headers, call.headers);
	const isFile = call.bytes !== undefined || answerAs === 'stream';
	return {
		method: call.method,
		url: `${connection.baseUrl}${call.path}${query.size > 0 ? `?${query.toString()}` : ''}`,
		headers,
		// n8n drops an empty object; as text it is sent as it is.
		body: call.bytes ?? (call.json && JSON.stringify(call.json)),
		timeoutMs: isFile ? FILE_TIMEOUT_MS : JSON_TIMEOUT_MS,
		answerAs,
		isWhole: call.isWhole,
	};
}

function readOutcome(call: Call, { status, headers, envelope, failure }: Received): Outcome {
	const conflict = readConflict(envelope.error.code, envelope.error.message);
	// The clock of the service is the one that counts for a date that it names.
	const nowMs = Date.parse(headers.date ?? '') || clock.now();
	return {
		status,
		mayHaveHadEffect: failure?.mayHaveHadEffect ?? (isFault(status) || conflict === 'running'),
		retryAfterMs: readRetryAfterMs(headers['retry-after'], nowMs),
		conflict,
		isOtherGuard: call.guard !== undefined && !isRateLimit(headers, envelope.error.code),
		isRefusal: envelope.refusal !== undefined,
	};
}

function isRateLimit(headers: Record<string, string>, code: string | undefined): boolean {
	return /rate.?limit|too.?many/i.test(code ?? '') || headers['ratelimit-remaining'] === '0';
}

function toAnswer({ headers, envelope, stream }: Received): Answer {
	return { data: envelope.data, etag: headers.etag, headers, stream };
}
