import { processMemory } from '../../../commands/processMemory';
import { isRecord } from '../../../shared/json';

/**
 * The slots that executions in this process are about to use. Executions at the same time look at lists of different age: a
 * slot that one of them has used counts as reserved for all whose list is older.
 */
const reservations = processMemory('reserved slot', (stored) =>
	isRecord(stored) && typeof stored.usedAt === 'number' ? { usedAt: stored.usedAt } : undefined,
);

let moments = 0;

/** A number that is higher each time: two events may happen in the same millisecond. */
export function nextMoment(): number {
	return ++moments;
}

const MINUTE_MS = 60_000;

/** A slot is a minute: services may keep a time without its seconds. */
export function isSameSlot(oneMs: number, otherMs: number): boolean {
	return slotOf(oneMs) === slotOf(otherMs);
}

export function slotOf(timeMs: number): number {
	return Math.floor(timeMs / MINUTE_MS);
}

/** The reservations of a workspace. */
export class SlotReservations {
	/** @param workspace identifies it within this process */
	constructor(private readonly workspace: string) {}

	/** @param sinceMoment when the list was read from which everything else is known */
	has(accountIds: string[], timeMs: number, sinceMoment: number): boolean {
		return accountIds.some((id) => {
			const found = reservations.recall(this.nameOf(id, timeMs));
			return found !== undefined && found.usedAt > sinceMoment;
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

	private remember(accountIds: string[], timeMs: number, usedAt: number): void {
		for (const id of accountIds) reservations.remember(this.nameOf(id, timeMs), { usedAt });
	}

	private nameOf(accountId: string, timeMs: number): unknown[] {
		return [this.workspace, accountId, slotOf(timeMs)];
	}
}
