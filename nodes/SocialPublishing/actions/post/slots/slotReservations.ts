import { processMemory } from '../../../commands/processMemory';
import { slotOf } from '../../../properties/slotTimes';
import { isRecord } from '../../../shared/json';

/**
 * The slots that executions in this process are about to use. Concurrent executions have lists of different age: a slot that
 * one of them has used counts as reserved for every execution whose list is older.
 */
const reservations = processMemory('reserved slot', (stored) =>
	isRecord(stored) && typeof stored.usedMoment === 'number'
		? { usedMoment: stored.usedMoment }
		: undefined,
);

let moments = 0;

/** A number that is higher each time: two events may happen in the same millisecond. */
export function nextMoment(): number {
	return ++moments;
}

/** The reservations of a workspace. */
export class SlotReservations {
	/** @param workspace identifies it within this process */
	constructor(private readonly workspace: string) {}

	/** @param sinceMoment when the list of scheduled posts was read */
	has(accountIds: string[], timeMs: number, sinceMoment: number): boolean {
		return accountIds.some((id) => {
			const found = reservations.recall(this.nameOf(id, timeMs));
			return found !== undefined && found.usedMoment > sinceMoment;
		});
	}

	reserve(accountIds: string[], timeMs: number): void {
		this.remember(accountIds, timeMs, Infinity);
	}

	/** A post may be in the slot by now. */
	use(accountIds: string[], timeMs: number): void {
		this.remember(accountIds, timeMs, nextMoment());
	}

	/** Nothing was scheduled in the slot. */
	cancel(accountIds: string[], timeMs: number): void {
		for (const id of accountIds) reservations.forget(this.nameOf(id, timeMs));
	}

	private remember(accountIds: string[], timeMs: number, usedMoment: number): void {
		for (const id of accountIds) reservations.remember(this.nameOf(id, timeMs), { usedMoment });
	}

	private nameOf(accountId: string, timeMs: number): unknown[] {
		return [this.workspace, accountId, slotOf(timeMs)];
	}
}
