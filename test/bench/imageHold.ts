/**
 * The longest time in milliseconds between two rounds of the event loop during `work`: for so long, n8n can do nothing
 * else. Every round is counted, not a sample of them. The machine's other work counts as well, so take several.
 */
export async function longestHoldMs(work: () => Promise<unknown>): Promise<number> {
	let longest = 0;
	let last = performance.now();
	let isRunning = true;
	const round = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (isRunning) setImmediate(round);
	};
	setImmediate(round);
	await work();
	isRunning = false;
	round();
	return longest;
}

/** What the probe reports of a block of known length, which shows that it can be trusted. */
export async function probeKnownBlock(blockMs: number): Promise<number> {
	return await longestHoldMs(async () => {
		await new Promise((resolve) => setTimeout(resolve, 10));
		const end = performance.now() + blockMs;
		while (performance.now() < end);
		await new Promise((resolve) => setTimeout(resolve, 10));
	});
}
