import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for what a test needs to go on, however long a busy machine takes. The time limit of the test ends it. */
export async function until(condition: () => boolean): Promise<void> {
	while (!condition()) await sleep(1);
}
