import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for a condition, however long a busy machine takes. Only the time limit of the test ends the wait. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await sleep(1);
}
