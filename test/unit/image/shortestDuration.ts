const RUNS = 3;

/**
 * The shortest duration of up to three runs, in milliseconds; stops at a run of at most `enoughMs`. Code that hangs
 * does so in every run; code that only waits for a busy machine does not.
 */
export async function shortestDurationMs(
	work: () => Promise<unknown>,
	enoughMs: number,
): Promise<number> {
	let shortest = Infinity;
	for (let run = 0; run < RUNS && shortest > enoughMs; run++) {
		const start = performance.now();
		await work();
		shortest = Math.min(shortest, performance.now() - start);
	}
	return shortest;
}
