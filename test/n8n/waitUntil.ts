import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Ends a wait for n8n, its editor or what they need. Long enough for a machine that does ten other things, and shorter
 * than Jest's limit for a test.
 */
export const TIMEOUT_MS = 180_000;

const POLL_INTERVAL_MS = 100;

/**
 * Polls until the condition is true.
 *
 * @throws if it is not true in time; the message includes `what`
 */
export async function waitUntil(
	condition: () => boolean | Promise<boolean>,
	timeoutMs: number,
	what: string,
): Promise<void> {
	const deadline = Date.now() + timeoutMs;
	while (!(await condition())) {
		if (Date.now() > deadline)
			throw new Error(`Timed out after ${timeoutMs / 1000} s waiting for ${what}`);
		await sleep(POLL_INTERVAL_MS);
	}
}
