import { clock } from './clock';

/** 60 requests in 60 seconds for each credential, until the service's headers say otherwise. */
const DEFAULT_LIMIT = 60;
/** A second more than the service's minute: requests do not arrive as evenly as they are sent. */
const WINDOW_MS = 61_000;
/** How often those behind the first look whether it is their turn: each may be cancelled on its own. */
const QUEUE_POLL_MS = 100;

/** Keeps one credential's requests within the service's limit in any 60 seconds. */
export class Pace {
	private limit = DEFAULT_LIMIT;

	/** When each request of the last window was sent, oldest first. */
	private sentMs: number[] = [];

	/** Requests that others sent with the same credential, as the headers told. */
	private foreign = { count: 0, seenMs: 0 };

	private pausedUntilMs = 0;

	/** Those who wait to send, the first one first. */
	private readonly queue: symbol[] = [];

	/** Resolves when one more request may be sent, in the order of the calls. */
	async acquire(signal?: AbortSignal): Promise<void> {
		const ticket = Symbol('turn');
		this.queue.push(ticket);
		try {
			for (;;) {
				const isFirst = this.queue[0] === ticket;
				const waitMs = isFirst ? this.waitMs(clock.now()) : QUEUE_POLL_MS;
				if (waitMs <= 0) break;
				await clock.wait(waitMs, signal);
			}
			this.sentMs.push(clock.now());
		} finally {
			this.queue.splice(this.queue.indexOf(ticket), 1);
		}
	}

	/** Milliseconds until a request sent then would stay within the limit. */
	waitMs(nowMs: number): number {
		const since = nowMs - WINDOW_MS;
		this.sentMs = this.sentMs.filter((sentMs) => sentMs > since);
		const foreignCount = this.foreign.seenMs > since ? this.foreign.count : 0;
		const pauseMs = Math.max(0, this.pausedUntilMs - nowMs);
		const excess = this.sentMs.length + foreignCount + 1 - this.limit;
		if (excess <= 0) return pauseMs;
		const ends = [...this.sentMs, ...Array<number>(foreignCount).fill(this.foreign.seenMs)]
			.sort((a, b) => a - b)
			.map((sentMs) => sentMs + WINDOW_MS - nowMs);
		return Math.max(pauseMs, ends[Math.min(excess, ends.length) - 1] ?? 0);
	}

	/** Takes in what an answer's headers say of the limit and of what is left of it. */
	learn(headers: Record<string, string>): void {
		const limit = readCount(headers['ratelimit-limit']);
		if (limit !== undefined && limit > 0) this.limit = limit;
		const remaining = readCount(headers['ratelimit-remaining']);
		if (remaining === undefined) return;
		// Those that are under way count as ours here although the service may not have seen them yet:
		// that errs to the side of too few requests of others, and the next answer corrects it.
		const nowMs = clock.now();
		this.waitMs(nowMs);
		const count = this.limit - remaining - this.sentMs.length;
		const isFresh = this.foreign.seenMs > nowMs - WINDOW_MS;
		if (count > 0 && (!isFresh || count !== this.foreign.count))
			this.foreign = { count, seenMs: nowMs };
		if (count <= 0) this.foreign = { count: 0, seenMs: 0 };
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
const paces = new Map<string, Pace>();

export function paceOf(credentialHash: string): Pace {
	let pace = paces.get(credentialHash);
	if (pace === undefined) {
		pace = new Pace();
		paces.set(credentialHash, pace);
	}
	return pace;
}
