import { clock } from '../shared/clock';
import { CancelledFailure } from '../shared/failure';

/** 60 requests in 60 seconds for each credential, unless the service's headers state another limit. */
const DEFAULT_LIMIT = 60;
/** Shared by all credentials of a user. The headers may state this limit instead of the credential's own. */
const USER_LIMIT = 180;
/** One second longer than the service's minute, as its clock may differ a little. */
const WINDOW_MS = 61_000;
/** The largest count that is read from a header: the entries for these requests must fit into memory. */
const MAX_COUNT = 10_000;

/** One request that has been let through. */
export interface Permit {
	/** Must be called when the request is over: only then is the latest time at which the service saw it known. */
	end(): void;
}

/** When a request ended; `Infinity` while it is under way. */
interface SentRequest {
	endMs: number;
}

/**
 * Keeps one credential's requests within the service's limit in any 60 seconds. What other processes use, as in n8n's
 * queue mode, is learned from the headers. They may take the last request of a minute at the same moment: then the service
 * refuses one, and it is sent again.
 */
export class RateLimiter {
	private limit = DEFAULT_LIMIT;

	/** The requests of the last window. */
	private sent: SentRequest[] = [];

	/** Requests that others sent with the same credential, according to the headers. */
	private foreign = { count: 0, seenMs: 0 };

	private pausedUntilMs = 0;

	private readonly queue = new RequestQueue();

	/**
	 * Resolves when one more request may be sent, in the order of the calls.
	 *
	 * @param isLowPriority for up to a minute, other calls go first
	 * @throws CancelledFailure soon after `signal` aborts
	 */
	async acquire(signal?: AbortSignal, isLowPriority = false): Promise<Permit> {
		const place = this.queue.join(isLowPriority);
		try {
			for (;;) {
				await this.queue.untilNext(place, signal);
				const waitMs = this.waitMs(clock.now());
				if (waitMs <= 0) break;
				await clock.wait(waitMs, signal);
			}
			const request = { endMs: Infinity };
			this.sent.push(request);
			return { end: () => (request.endMs = clock.now()) };
		} finally {
			this.queue.leave(place);
		}
	}

	/** About how many milliseconds a request would wait that comes now, behind those in the queue. */
	expectedWaitMs(nowMs: number): number {
		return this.waitMs(nowMs, this.queue.length);
	}

	/**
	 * Milliseconds until another request stays within the limit.
	 *
	 * @param ahead the number of requests that are sent before it
	 */
	waitMs(nowMs: number, ahead = 0): number {
		this.forgetOld(nowMs);
		const foreignCount = this.foreignCount(nowMs);
		const pauseMs = Math.max(0, this.pausedUntilMs - nowMs);
		const total = this.sent.length + foreignCount;
		const toBeFreed = total + ahead + 1 - this.limit;
		if (toBeFreed <= 0) return pauseMs;
		const own = this.sent.map(({ endMs }) => Math.min(endMs, nowMs));
		const foreign = new Array<number>(foreignCount).fill(this.foreign.seenMs);
		const seenMs = [...own, ...foreign].sort((a, b) => a - b);
		const freedMs = seenMs[Math.min(toBeFreed, total) - 1] ?? -Infinity;
		const aheadMs = Math.ceil(Math.max(0, toBeFreed - total) / this.limit) * WINDOW_MS;
		return Math.max(pauseMs, freedMs + WINDOW_MS - nowMs) + aheadMs;
	}

	private forgetOld(nowMs: number): void {
		const since = nowMs - WINDOW_MS;
		const isOld = ({ endMs }: SentRequest) => endMs <= since;
		if (this.sent.some(isOld)) this.sent = this.sent.filter((request) => !isOld(request));
	}

	private foreignCount(nowMs: number): number {
		return this.foreign.seenMs > nowMs - WINDOW_MS ? this.foreign.count : 0;
	}

	/** Reads the limit and the remaining requests from the headers of a response. */
	observe(headers: Record<string, string>): void {
		const limit = readCount(headers['ratelimit-limit']);
		if (limit !== undefined && limit > 0) this.limit = limit === USER_LIMIT ? DEFAULT_LIMIT : limit;
		const remaining = readCount(headers['ratelimit-remaining']);
		if (remaining === undefined) return;
		const nowMs = clock.now();
		this.forgetOld(nowMs);
		const used = this.limit - remaining;
		// As long as our own requests account for what is used up, there are no others. Otherwise the service may have
		// seen none of ours under way except the one it responds to: better to assume too many others than too few.
		const countEnded = () => this.sent.filter(({ endMs }) => endMs <= nowMs).length;
		const count = used <= this.sent.length ? 0 : used - countEnded() - 1;
		if (count !== this.foreignCount(nowMs)) this.foreign = { count, seenMs: nowMs };
	}

	/** After a refusal by the service: no request is sent before `durationMs` have passed. */
	pause(durationMs: number): void {
		this.pausedUntilMs = Math.max(this.pausedUntilMs, clock.now() + durationMs);
	}
}

/** `60`, or the first number of `60, 60;w=60`; at most `MAX_COUNT`. */
function readCount(header: string | undefined): number | undefined {
	const digits = /^\s*(\d+)/.exec(header ?? '')?.[1];
	return digits === undefined ? undefined : Math.min(Number(digits), MAX_COUNT);
}

interface QueuedRequest {
	/** When it joined the queue, in milliseconds since 1970. */
	sinceMs: number;
	/** Others go first. */
	isLowPriority: boolean;
	/** Called when it is next. */
	wake?: () => void;
}

/**
 * Requests that wait to be sent, in order. Those of low priority let the others pass for a minute at most. Each can be
 * cancelled on its own.
 */
class RequestQueue {
	/** In the order in which they joined. */
	private readonly waiting: QueuedRequest[] = [];

	get length(): number {
		return this.waiting.length;
	}

	join(isLowPriority: boolean): QueuedRequest {
		const request: QueuedRequest = { sinceMs: clock.now(), isLowPriority };
		this.waiting.push(request);
		return request;
	}

	/**
	 * Resolves when the request is next. Call it again after every wait: it may be another one's turn by then.
	 *
	 * @throws CancelledFailure if `signal` aborts first
	 */
	async untilNext(request: QueuedRequest, signal: AbortSignal | undefined): Promise<void> {
		const next = this.next();
		if (next === request) return;
		next?.wake?.();
		if (!signal?.aborted) {
			await new Promise<void>((resolve) => {
				request.wake = resolve;
				signal?.addEventListener('abort', request.wake);
			});
			if (request.wake !== undefined) signal?.removeEventListener('abort', request.wake);
		}
		if (signal?.aborted) throw new CancelledFailure();
	}

	leave(request: QueuedRequest): void {
		this.waiting.splice(this.waiting.indexOf(request), 1);
		this.next()?.wake?.();
	}

	private next(): QueuedRequest | undefined {
		const nowMs = clock.now();
		const yields = ({ isLowPriority, sinceMs }: QueuedRequest) =>
			isLowPriority && nowMs - sinceMs < WINDOW_MS;
		return this.waiting.find((request) => !yields(request)) ?? this.waiting[0];
	}
}
