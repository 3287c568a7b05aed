/** The last work of each name in this process. */
const underWay = new Map<string, Promise<unknown>>();

/** A lock: runs work of the same name one at a time in this process, in the order of the calls, whether or not it fails. */
export async function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = underWay.get(name) ?? Promise.resolve();
	const result = before.then(work, work);
	underWay.set(name, result);
	try {
		return await result;
	} finally {
		if (underWay.get(name) === result) underWay.delete(name);
	}
}
