import { sleep } from 'n8n-workflow';

import { CancelledFailure } from './failure';

/** The longest time until a cancelled workflow is noticed. */
const SLICE_MS = 200;

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Pauses for `durationMs`; throws `CancelledFailure` soon after `signal` aborts. */
	wait(durationMs: number, signal?: AbortSignal): Promise<void>;
	/** Resolves to true once `durationMs` have passed, or to false soon after `finished` aborts. */
	timeout(durationMs: number, finished: AbortSignal): Promise<boolean>;
}

/** The only source of time in the nodes, so tests can replace pauses instead of waiting. */
export const clock: Clock = {
	now: () => Date.now(),

	async wait(durationMs, signal) {
		if (!(await elapses(durationMs, signal))) throw new CancelledFailure();
	},

	timeout: elapses,
};

/** n8n-workaround(1.123.81, n8n-workflow utils.js): `sleep` cannot be cancelled, so it is taken in slices. */
async function elapses(durationMs: number, signal?: AbortSignal): Promise<boolean> {
	const endMs = Date.now() + durationMs;
	for (;;) {
		if (signal?.aborted) return false;
		const leftMs = endMs - Date.now();
		if (leftMs <= 0) return true;
		await sleep(Math.min(SLICE_MS, leftMs));
	}
}

/**
 * The result of `work`, if it arrives in time. Nothing waits for work that is late, and its signal stops it.
 *
 * @throws the failure from `toFailure` when the time is up
 */
export async function withTimeout<T>(
	limitMs: number,
	work: (late: AbortSignal) => Promise<T>,
	toFailure: (limitMs: number) => Error,
): Promise<T> {
	const finished = new AbortController();
	const working = work(finished.signal);
	const late = clock.timeout(limitMs, finished.signal).then(async (hasPassed) => {
		if (hasPassed) throw toFailure(limitMs);
		// The work finished first, so the race is over.
		return await working;
	});
	try {
		return await Promise.race([working, late]);
	} finally {
		// Without a reason, Node.js makes an error with a stack trace each time.
		finished.abort('finished');
	}
}

/** The result of `work`, unless the signal aborts first: then it throws `CancelledFailure`, and nothing waits for `work`. */
export async function unlessCancelled<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (signal === undefined) return await work;
	if (signal.aborted) {
		work.catch(() => undefined);
		throw new CancelledFailure();
	}
	const finished = new AbortController();
	const cancelled = new Promise<never>((_resolve, reject) => {
		signal.addEventListener('abort', () => reject(new CancelledFailure()), {
			signal: finished.signal,
		});
	});
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		finished.abort();
	}
}
