import type { PendingOutcome } from '../api/pendingOutcome';

/** An item whose output is not known before all items have been handed over to the service. */
export interface Unfinished<T> {
	/** What is waited for; undefined for an item that depends on another one of the run. */
	pending?: PendingOutcome;
	/** Call it when nothing is pending any more. Throws if what became of the item is a failure. */
	finish: () => Promise<T>;
}

export function isUnfinished<T extends object>(result: T | Unfinished<T>): result is Unfinished<T> {
	return 'finish' in result;
}

/** Goes on with a result as soon as it is known. */
export async function whenKnown<T extends object, U>(
	result: T | Unfinished<T>,
	next: (known: T) => U | Promise<U>,
): Promise<U | Unfinished<U>> {
	if (!isUnfinished(result)) return await next(result);
	return { ...result, finish: async () => await next(await result.finish()) };
}
