import fc from 'fast-check';
import type { INodeType } from 'n8n-workflow';

import type { RunningService } from '../../service';
import type { OtherProcess } from '../../unit/support/otherProcess';
import type { Disturbances } from './disturbedRun';

/** More requests than a run sends. */
const WHOLE_RUN = 10_000;

/** The lengths of turns: see `runInTurns`. */
export const turns: fc.Arbitrary<number[]> = fc.array(
	fc.oneof(fc.integer({ min: 1, max: 12 }), fc.constant(WHOLE_RUN)),
	{ minLength: 1, maxLength: 6, size: 'max' },
);

/** A kill at any point, or while the response to one of these commands is on its way. */
export const killOf = (
	...commands: string[]
): fc.Arbitrary<Pick<Disturbances, 'killAt' | 'killAfter'>> =>
	fc.oneof(
		fc.record({ killAt: fc.integer({ min: 1, max: 60 }) }),
		fc.record({ killAfter: fc.constantFrom(...commands) }),
	);

/**
 * Runs the node in two processes, which take turns. A turn ends when a response arrives: nobody pauses in the middle of a call of
 * n8n's store.
 *
 * @param lengths in requests. After the last turn, or once one of the executions has ended, nothing holds them up.
 */
export async function runInTurns<Run>(
	lengths: number[],
	journal: RunningService['journal'],
	processes: OtherProcess[],
	run: (nodeType: INodeType) => Promise<Run>,
): Promise<Run[]> {
	const turns = new Turns(lengths, journal);
	const runs = processes.map(async (process, execution) => {
		const nodeType = process.heldAtEach(async () => await turns.reach(execution));
		return await run(nodeType).finally(() => turns.end());
	});
	return await Promise.all(runs);
}

class Turns {
	private turn = 0;
	private requestsBefore: number;
	private isOver = false;
	private waiting: Array<() => void> = [];

	constructor(
		private readonly lengths: number[],
		private readonly journal: RunningService['journal'],
	) {
		this.requestsBefore = journal.entries.length;
	}

	/** Waits until it is the turn of an execution, 0 or 1. */
	async reach(execution: number): Promise<void> {
		const requests = this.journal.entries.length - this.requestsBefore;
		if (this.isTurnOf(execution) && requests >= (this.lengths[this.turn] ?? 0)) this.handOver();
		while (!this.isOver && !this.isTurnOf(execution)) {
			await new Promise<void>((resolve) => this.waiting.push(resolve));
		}
	}

	private isTurnOf(execution: number): boolean {
		return this.turn % 2 === execution;
	}

	private handOver(): void {
		this.turn++;
		this.requestsBefore = this.journal.entries.length;
		if (this.turn === this.lengths.length) this.end();
		this.wake();
	}

	end(): void {
		this.isOver = true;
		this.wake();
	}

	private wake(): void {
		for (const resume of this.waiting.splice(0)) resume();
	}
}
