import { clock } from './clock';

/**
 * The result of `work`, if it arrives in time. The signal tells work that is late to stop; nothing waits for it.
 *
 * @throws the failure from `toFailure` when the time is up
 */
export async function withinTime<T>(
	limitMs: number,
	work: (signal: AbortSignal) => Promise<T>,
	toFailure: (limitMs: number) => Error,
): Promise<T> {
	const finished = new AbortController();
	const working = work(finished.signal);
	const late = clock.limit(limitMs, finished.signal).then(async (hasPassed) => {
		if (hasPassed) throw toFailure(limitMs);
		// The work was finished first: the race is over.
		return await working;
	});
	try {
		return await Promise.race([working, late]);
	} finally {
		// Without a reason, Node.js makes an error with a stack trace each time.
		finished.abort('finished');
	}
}
