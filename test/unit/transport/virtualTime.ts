import { setImmediate as nextTurn } from 'node:timers/promises';

import { clock } from '../../../nodes/SocialPublishing/shared/clock';

/** A clock that stands still until all callers wait, and then jumps to the earliest wake-up time. */
export class VirtualTime {
	nowMs = 1_000_000_000_000;

	private sleepers: Array<{ atMs: number; wake: () => void }> = [];

	/** Replaces the clock of the nodes with this one. */
	install(): void {
		jest.spyOn(clock, 'now').mockImplementation(() => this.nowMs);
		jest.spyOn(clock, 'wait').mockImplementation(async (durationMs, signal) => {
			signal?.throwIfAborted();
			await this.sleep(durationMs, signal);
			signal?.throwIfAborted();
		});
	}

	async sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
		await new Promise<void>((resolve) => {
			this.sleepers.push({ atMs: this.nowMs + durationMs, wake: resolve });
			signal?.addEventListener('abort', () => resolve());
		});
	}

	/** Advances the time until `work` is done. */
	async until<T>(work: Promise<T>): Promise<T> {
		let isDone = false;
		const finish = () => {
			isDone = true;
		};
		work.then(finish, finish);
		for (;;) {
			await nextTurn();
			if (isDone) return await work;
			this.sleepers.sort((a, b) => a.atMs - b.atMs);
			const next = this.sleepers.shift();
			if (next === undefined) throw new Error('No caller ever wakes up');
			this.nowMs = Math.max(this.nowMs, next.atMs);
			next.wake();
		}
	}
}
