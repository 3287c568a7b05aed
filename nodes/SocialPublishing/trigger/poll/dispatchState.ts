import type { IExecuteFunctions, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../shared/clock';
import { logFailure } from '../failures';

type DonePromise = NonNullable<Parameters<IPollFunctions['__emit']>[2]>;

/** How long n8n may take to start an execution before the event is emitted again. Doubles up to the second limit. */
const START_LIMIT_MS = 5 * 60 * 1_000;
const MAX_START_LIMIT_MS = 60 * 60 * 1_000;

/**
 * The dispatch of an event, from its first emission to the end of its execution.
 *
 * n8n-workaround(1.123.81, n8n/dist/active-workflow-manager.js): if n8n cannot create the execution, it never settles the
 * promise that waits for its end. It reads the promise's `resolve` only once the execution exists. Before that, nothing
 * is certain, and after some minutes the event is emitted again. n8n 2.39.10 reads `resolve` at once, and rejects the
 * promise if there will be no execution. So once n8n has read `resolve`, it settles the promise.
 *
 * Nor does n8n report an execution that waits under a concurrency limit. In n8n 1.123.81, it runs in this
 * process: the first execution of an event emits it, and the others drop it.
 */
export class DispatchState {
	/** An execution exists: `execute` has been called in this process. */
	hasStarted = false;
	/** Records durably that the execution has ended; undefined if it runs in another process. */
	recordEnd: (() => Promise<void>) | undefined;
	/** Resolves when the execution has ended or could not be started. */
	ended: Promise<void> = Promise.resolve();

	private emissions = 0;
	private emittedAtMs = 0;
	/** Emissions whose promise n8n is going to settle. */
	private observed = 0;

	/** Records an emission. Returns the promise to emit the event with. */
	emit(done: DonePromise): DonePromise {
		this.emissions++;
		this.emittedAtMs = clock.now();
		let isObserved = false;
		const observe = () => {
			if (!isObserved) this.observed++;
			isObserved = true;
		};
		const settled = () => {
			if (isObserved) this.observed--;
		};
		done.promise.then(settled, settled);
		return {
			promise: done.promise,
			reject: done.reject,
			get resolve() {
				observe();
				return done.resolve;
			},
		};
	}

	/** Records that an execution has begun in this process. Returns false for a copy. */
	begin(): boolean {
		const isFirst = !this.hasStarted;
		this.hasStarted = true;
		return isFirst;
	}

	/** Whether n8n will report that an execution has ended or could not be started. */
	get isObserved(): boolean {
		return this.observed > 0;
	}

	/** Records that the execution failed to start, so the event is emitted again at once. */
	fail(): void {
		this.emissions = 0;
		this.emittedAtMs = -Infinity;
	}

	/** Whether to emit the event again. */
	get isLost(): boolean {
		return !this.hasStarted && !this.isObserved && this.isOverdue;
	}

	/** Whether n8n has stored the execution, or had minutes to report that it cannot. */
	get isStored(): boolean {
		return this.hasStarted || (this.isObserved && this.isOverdue);
	}

	private get isOverdue(): boolean {
		const limitMs = START_LIMIT_MS * 2 ** Math.max(0, this.emissions - 1);
		return clock.now() >= this.emittedAtMs + Math.min(limitMs, MAX_START_LIMIT_MS);
	}
}

export function warnOfRepeat(functions: IPollFunctions | IExecuteFunctions, error: unknown): void {
	const happened =
		'n8n could not store that an event is done, so the event may be emitted again after a restart.';
	logFailure(functions, happened, error);
}
