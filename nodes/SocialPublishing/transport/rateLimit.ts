import { clock } from '../shared/clock';

/** 60 requests in 60 seconds for each credential, until the service's headers say otherwise. */
const DEFAULT_LIMIT = 60;
/** What all credentials of a user share. The headers may tell this limit, which is not the credential's. */
const USER_LIMIT = 180;
/** A second more than the service's minute, which its clock may measure a little differently. */
const WINDOW_MS = 61_000;
/** How often those behind the first look whether it is their turn: each may be cancelled on its own. */
const QUEUE_POLL_MS = 100;

/** One request that has been let through. */
export interface Permit {
	/** To be called once the request is over: only then is it certain when the service saw it at the latest. */
	end(): void;
}

/** Keeps one credential's requests within the service's limit in any 60 seconds. */
export class Pacer {
	private limit = DEFAULT_LIMIT;

	/** The requests of the last window: when each was over, which is never for those under way. */
	private sent: Array<{ endMs: number }> = [];

	/** Requests that others sent with the same credential, as the headers told. */
	private foreign = { count: 0, seenMs: 0 };

	private pausedUntilMs = 0;

	/** Those who wait to send, the first one first. */
	private readonly queue: symbol[] = [];

	/** Resolves when one more request may be sent, in the order of the calls. */
	async acquire(signal?: AbortSignal): Promise<Permit> {
		const ticket = Symbol('turn');
		this.queue.push(ticket);
		try {
			for (;;) {
				const isFirst = this.queue[0] === ticket;
				const waitMs = isFirst ? this.waitMs(clock.now()) : QUEUE_POLL_MS;
				if (waitMs <= 0) break;
				await clock.wait(waitMs, signal);
			}
			const request = { endMs: Infinity };
			this.sent.push(request);
			return { end: () => (request.endMs = clock.now()) };
		} finally {
			this.queue.splice(this.queue.indexOf(ticket), 1);
		}
	}

	/** Milliseconds until a request sent then would stay within the limit. */
	waitMs(nowMs: number): number {
		const since = nowMs - WINDOW_MS;
		this.sent = this.sent.filter(({ endMs }) => endMs > since);
		const foreignCount = this.foreign.seenMs > since ? this.foreign.count : 0;
		const pauseMs = Math.max(0, this.pausedUntilMs - nowMs);
		const excess = this.sent.length + foreignCount + 1 - this.limit;
		if (excess <= 0) return pauseMs;
		const own = this.sent.map(({ endMs }) => Math.min(endMs, nowMs));
		const waits = [...own, ...Array<number>(foreignCount).fill(this.foreign.seenMs)]
			.sort((a, b) => a - b)
			.map((seenMs) => seenMs + WINDOW_MS - nowMs);
		return Math.max(pauseMs, waits[Math.min(excess, waits.length) - 1] ?? 0);
	}

	/** Takes in what an answer's headers say of the limit and of what is left of it. */
	observe(headers: Record<string, string>): void {
		const limit = readCount(headers['ratelimit-limit']);
		if (limit !== undefined && limit > 0) this.limit = limit === USER_LIMIT ? DEFAULT_LIMIT : limit;
		const remaining = readCount(headers['ratelimit-remaining']);
		if (remaining === undefined) return;
		const nowMs = clock.now();
		this.waitMs(nowMs);
		const used = this.limit - remaining;
		// As long as ours can explain what is used up, there are no others. Else, of ours that are under way the
		// service may have seen none but the one it answers: too many others are assumed rather than too few.
		const ended = this.sent.filter(({ endMs }) => endMs <= nowMs).length;
		const count = used <= this.sent.length ? 0 : used - ended - 1;
		const isFresh = this.foreign.seenMs > nowMs - WINDOW_MS;
		if (!isFresh || count !== this.foreign.count) this.foreign = { count, seenMs: nowMs };
	}

	/** The service has refused a request: nobody sends before `durationMs` have passed. */
	pause(durationMs: number): void {
		this.pausedUntilMs = Math.max(this.pausedUntilMs, clock.now() + durationMs);
	}
}

/** `60`, or the first number of `60, 60;w=60`. */
function readCount(header: string | undefined): number | undefined {
	const digits = /^\s*(\d+)/.exec(header ?? '')?.[1];
	return digits === undefined ? undefined : Number(digits);
}

/** Shared by all executions of this process. The keys are hashes: no token is kept here. */
const paces = new Map<string, Pacer>();

export function pacerFor(credentialHash: string): Pacer {
	let pace = paces.get(credentialHash);
	if (pace === undefined) {
		pace = new Pacer();
		paces.set(credentialHash, pace);
	}
	return pace;
}
