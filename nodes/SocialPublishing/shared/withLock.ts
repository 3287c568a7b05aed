import { unlessCancelled } from './clock';

/** The last work of each name in this process. */
const underWay = new Map<string, Promise<unknown>>();

/**
 * A lock: runs work of the same name one at a time in this process, in the order of the calls, whether or not it fails.
 *
 * @param signal when it aborts, the caller no longer waits, and work that has not begun never begins
 */
export async function withLock<T>(
	name: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> {
	const before = underWay.get(name) ?? Promise.resolve();
	const begin = async () => {
		signal?.throwIfAborted();
		return await work();
	};
	// A caller that no longer waits does not release the lock.
	const result = before.then(begin, begin).finally(() => {
		if (underWay.get(name) === result) underWay.delete(name);
	});
	underWay.set(name, result);
	return await unlessCancelled(result, signal);
}
