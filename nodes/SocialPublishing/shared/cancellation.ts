import { CancelledFailure } from './failure';

/** The result of `work`, unless the signal aborts first: then it throws `CancelledFailure`, and nothing waits for `work`. */
export async function unlessCancelled<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (signal === undefined) return await work;
	if (signal.aborted) throw new CancelledFailure();
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
