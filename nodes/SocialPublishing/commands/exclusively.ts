/** The work under way in this process, by name. */
const underWay = new Map<string, Promise<unknown>>();

/** Does work of the same name one after the other, in the order of the calls. */
export async function exclusively<T>(name: string, work: () => Promise<T>): Promise<T> {
	const before = underWay.get(name) ?? Promise.resolve();
	const result = before.then(work, work);
	underWay.set(name, result);
	try {
		return await result;
	} finally {
		if (underWay.get(name) === result) underWay.delete(name);
	}
}
