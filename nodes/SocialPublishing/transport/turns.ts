import { clock } from '../shared/clock';
import { CancelledFailure } from '../shared/failure';

/** A place in a queue. */
export interface Turn {
	/** When it joined the queue, in milliseconds since 1970. */
	sinceMs: number;
	/** It lets those that are not patient go first. */
	isPatient: boolean;
	/** Called when it is first in the queue. */
	wake?: () => void;
}

/** Requests that wait to be sent, in order. Patient ones let the others go first, but not for ever. Each can be cancelled on its own. */
export class Turns {
	private readonly queue: Turn[] = [];

	/** @param longestPatienceMs how long a patient one lets others go first */
	constructor(private readonly longestPatienceMs: number) {}

	get length(): number {
		return this.queue.length;
	}

	join(isPatient: boolean): Turn {
		const turn: Turn = { sinceMs: clock.now(), isPatient };
		// The first one may be waiting for the limit. If it is patient, it makes way itself.
		const next = this.queue.findIndex((other, index) => index > 0 && this.isPatient(other));
		this.queue.splice(isPatient || next === -1 ? this.queue.length : next, 0, turn);
		return turn;
	}

	/**
	 * Resolves when it is the turn of this one. Call it again after every wait: others may have come that go first.
	 *
	 * @throws CancelledFailure when `signal` aborts first
	 */
	async begins(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
		if (this.queue[0] === turn && this.isPatient(turn)) this.makeWay(turn);
		if (this.queue[0] === turn) return;
		if (!signal?.aborted) {
			await new Promise<void>((resolve) => {
				turn.wake = resolve;
				signal?.addEventListener('abort', turn.wake);
			});
			if (turn.wake !== undefined) signal?.removeEventListener('abort', turn.wake);
		}
		if (signal?.aborted) throw new CancelledFailure();
	}

	leave(turn: Turn): void {
		this.queue.splice(this.queue.indexOf(turn), 1);
		this.queue[0]?.wake?.();
	}

	private makeWay(turn: Turn): void {
		const [, ...others] = this.queue;
		const patient = others.findIndex(this.isPatient);
		const place = patient === -1 ? others.length : patient;
		if (place === 0) return;
		this.queue.splice(0, this.queue.length, ...others.toSpliced(place, 0, turn));
		this.queue[0]?.wake?.();
	}

	private readonly isPatient = ({ isPatient, sinceMs }: Turn): boolean =>
		isPatient && clock.now() - sinceMs < this.longestPatienceMs;
}
