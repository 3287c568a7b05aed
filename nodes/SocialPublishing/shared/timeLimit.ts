import { clock } from './clock';

/**
 * The result of `work`, if it arrives in time. Nothing waits for work that is late.
 *
 * @throws the failure from `toFailure` when the time is up
 */
export async function withinTime<T>(
	limitMs: number,
	work: () => Promise<T>,
	toFailure: (limitMs: number) => Error,
): Promise<T> {
	// Every request has a time limit, and an AbortController takes Node.js longer than all the rest of it.
	const finished = { aborted: false };
	const working = work();
	const late = clock.limit(limitMs, finished).then(async (hasPassed) => {
		if (hasPassed) throw toFailure(limitMs);
		// The work was finished first: the race is over.
		return await working;
	});
	try {
		return await Promise.race([working, late]);
	} finally {
		finished.aborted = true;
	}
}

/** As `withinTime`, with a signal that tells work that is late to stop. */
export async function stoppedInTime<T>(
	limitMs: number,
	work: (late: AbortSignal) => Promise<T>,
	toFailure: (limitMs: number) => Error,
): Promise<T> {
	const finished = new AbortController();
	try {
		return await withinTime(limitMs, async () => await work(finished.signal), toFailure);
	} finally {
		// Without a reason, Node.js makes an error with a stack trace each time.
		finished.abort('finished');
	}
}
