import { sleep } from 'n8n-workflow';

import { CancelledFailure } from './failure';

/** The longest time until a cancelled workflow is noticed. */
const SLICE_MS = 200;

export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Pauses for `durationMs`; throws `CancelledFailure` soon after `signal` aborts. */
	wait(durationMs: number, signal?: AbortSignal): Promise<void>;
	/** Resolves to true once `durationMs` have passed, or to false soon after `finished` aborts. */
	limit(durationMs: number, finished: Finished): Promise<boolean>;
}

/** Whether what a limit is for has ended: an AbortSignal, or what takes the place of one. */
export type Finished = Pick<AbortSignal, 'aborted'>;

/** The only source of time in the nodes, so tests can replace pauses instead of waiting. */
export const clock: Clock = {
	now: () => Date.now(),

	async wait(durationMs, signal) {
		if (!(await passes(durationMs, signal))) throw new CancelledFailure();
	},

	limit: passes,
};

/** n8n-workaround(1.123.81, n8n-workflow utils.js): `sleep` cannot be cancelled, so it is taken in slices. */
async function passes(durationMs: number, signal?: Finished): Promise<boolean> {
	const endMs = Date.now() + durationMs;
	for (;;) {
		if (signal?.aborted) return false;
		const leftMs = endMs - Date.now();
		if (leftMs <= 0) return true;
		await sleep(Math.min(SLICE_MS, leftMs));
	}
}
