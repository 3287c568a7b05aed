import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { describeFailure } from '../../shared/failure';

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** How long n8n has to start an execution before the event is emitted once more, and the longest that this grows to. */
const START_LIMIT_MS = 5 * 60 * 1_000;
const LONGEST_START_LIMIT_MS = 60 * 60 * 1_000;

/**
 * The handover of an event, from its first emission until an execution of it has ended.
 *
 * n8n-workaround(1.123.81, n8n/dist/active-workflow-manager.js): if n8n cannot create the execution, it never settles the
 * promise that waits for its end. It reads the promise's `resolve` only once the execution exists, so until then
 * nothing is certain, and after some minutes the event is emitted again. n8n 2.39.10 reads it at once, and rejects the
 * promise if there will be no execution. So wherever n8n has read it, it settles the promise.
 *
 * An execution that waits for others under a concurrency limit gives no sign of itself either. In n8n 1.123.81, it runs
 * in this process: whichever execution of the event begins first takes it, and the others drop it.
 */
export class EventHandover {
	/** An execution exists: `execute` has been called in this process. */
	hasStarted = false;
	/** Notes durably that the execution has ended; undefined where it runs in another process. */
	markEnded: (() => Promise<void>) | undefined;
	/** Resolves when the execution has ended, or could not be started. */
	ended: Promise<void> = Promise.resolve();

	private emissions = 0;
	private emittedAtMs = 0;
	/** Emissions whose promise n8n is going to settle. */
	private held = 0;

	/** Notes an emission. Returns the promise to emit the event with. */
	emit(done: DonePromise): DonePromise {
		this.emissions++;
		this.emittedAtMs = clock.now();
		let isHeld = false;
		const hold = () => {
			if (!isHeld) this.held++;
			isHeld = true;
		};
		const settled = () => {
			if (isHeld) this.held--;
		};
		done.promise.then(settled, settled);
		return {
			promise: done.promise,
			reject: done.reject,
			get resolve() {
				hold();
				return done.resolve;
			},
		};
	}

	/** Notes that an execution has begun in this process. Returns whether it is the first; any other is a copy. */
	begin(): boolean {
		const isFirst = !this.hasStarted;
		this.hasStarted = true;
		return isFirst;
	}

	/** Whether n8n is going to tell when an execution ends, or that there will be none. */
	get isHeld(): boolean {
		return this.held > 0;
	}

	/** Notes that the execution has failed to start, so the event is emitted again at once. */
	fail(): void {
		this.emissions = 0;
		this.emittedAtMs = -Infinity;
	}

	/** Whether the event should be emitted again. */
	get isLost(): boolean {
		return !this.hasStarted && !this.isHeld && this.isOverdue;
	}

	/** Whether n8n has stored the execution, or has had minutes to say that it cannot. */
	get isStored(): boolean {
		return this.hasStarted || (this.isHeld && this.isOverdue);
	}

	private get isOverdue(): boolean {
		const limitMs = START_LIMIT_MS * 2 ** Math.max(0, this.emissions - 1);
		return clock.now() >= this.emittedAtMs + Math.min(limitMs, LONGEST_START_LIMIT_MS);
	}
}

/** Says in the log what follows when the end of an execution could not be noted. */
export function warnOfCopy(
	functions: Pick<IPollFunctions | IExecuteFunctions, 'getNode' | 'logger'>,
	error: unknown,
): void {
	functions.logger.warn(
		`${functions.getNode().name}: n8n could not store that an event is done, so it may come again after a restart. ${describeFailure(error)}`,
	);
}
