let previous: Promise<unknown> = Promise.resolve();

/** Runs one piece of work after the other, whatever becomes of each. Pictures take turns, because each needs much memory. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	const run = previous.then(work);
	previous = run.catch(() => undefined);
	return await run;
}
