import { clock } from './clock';
import { ServiceFailure } from './failure';

/**
 * The result of `work`, if it comes in time. Work that is late is told by its signal to stop, and is not waited for.
 *
 * @throws ServiceFailure when it is late
 */
export async function withinTime<T>(
	limitMs: number,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
	const finished = new AbortController();
	const working = work(finished.signal);
	const late = clock.limit(limitMs, finished.signal).then(async (hasPassed) => {
		if (!hasPassed) return await working;
		throw new ServiceFailure(
			`The service did not answer within ${limitMs / 1_000} seconds`,
			'It may be slow or out of reach, or the rate limit of the credential may be used up.',
		);
	});
	try {
		return await Promise.race([working, late]);
	} finally {
		finished.abort();
	}
}
