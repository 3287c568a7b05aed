/** Counts the rounds of the event loop during `work`: each is a chance for other work. */
export async function countRounds<T>(
	work: () => Promise<T>,
): Promise<{ rounds: number; result: T }> {
	let rounds = -1;
	let isRunning = true;
	const count = () => {
		rounds++;
		if (isRunning) setImmediate(count);
	};
	count();
	try {
		const result = await work();
		return { rounds, result };
	} finally {
		isRunning = false;
	}
}
