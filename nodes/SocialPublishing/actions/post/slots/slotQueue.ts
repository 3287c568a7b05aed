import type { IExecuteFunctions } from 'n8n-workflow';

import { listScheduledPosts, type ScheduledPost } from '../../../api/scheduledPosts';
import { processMemory } from '../../../commands/processMemory';
import type { Item } from '../../../properties/item';
import { workspacePath } from '../../../properties/locators';
import {
	isSameSlot,
	lastDayOf,
	slotOf,
	slotTimes,
	type Timetable,
} from '../../../properties/slotTimes';
import { getOrCompute, memoize } from '../../../shared/maps';
import { clock } from '../../../shared/clock';
import { InputFailure } from '../../../shared/failure';
import { canonicalJson, isRecord } from '../../../shared/json';
import type { Connection } from '../../../transport/connection';
import type { SlotAssignment } from './slotAssignment';

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
function nextMoment(): number {
	return ++moments;
}

/** The reservations of a workspace. */
class SlotReservations {
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

/** How far ahead a slot must be when it is chosen: this leaves time to upload files and save the draft. */
const MIN_LEAD_MS = 2 * 60_000;

/** The queues of a run by workspace. */
const queuesOf = memoize<IExecuteFunctions, Map<string, SlotQueue>>(() => new Map());

/** The queue of the item's workspace in this run. */
export function slotQueueOf(item: Item): SlotQueue {
	const path = workspacePath(item);
	const createQueue = () => new SlotQueue(item.connection, path);
	return getOrCompute(queuesOf(item.functions), path, createQueue);
}

export function slotQueuesOf(functions: IExecuteFunctions): SlotQueue[] {
	return [...queuesOf(functions).values()];
}

/** A list of scheduled posts, as it was at some moment. */
export interface KnownPosts {
	posts: ScheduledPost[];
	readMoment: number;
}

/** The slots of a workspace that a run of the node knows, and the posts that it has scheduled in them. */
export class SlotQueue {
	/** In the order of the items. */
	readonly assignments: SlotAssignment[] = [];
	readonly reservations: SlotReservations;
	private known: KnownPosts | undefined;
	/** Another process has used the same slot at the same time, so this may happen again. */
	hasConflicts = false;
	private readonly timesByTimetable = new Map<string, number[]>();
	/** The latest slot that this run has used, by accounts: their items take slots in their order. */
	private readonly latestMs = new Map<string, number>();

	constructor(
		readonly connection: Connection,
		private readonly workspace: string,
	) {
		this.reservations = new SlotReservations(`${connection.baseUrl}${workspace}`);
	}

	/**
	 * Reserves the first free slot for a post of these accounts.
	 *
	 * @returns milliseconds since 1970
	 * @throws InputFailure that names the last day tried
	 */
	async reserve(timetable: Timetable, accountIds: string[]): Promise<number> {
		const known = await this.read();
		const afterMs = this.latestMs.get(accountsKey(accountIds)) ?? 0;
		return this.reserveAfter(afterMs, { timetable, accountIds, ...known });
	}

	/** A post may be in the slot by now. */
	use(accountIds: string[], timeMs: number): void {
		this.reservations.use(accountIds, timeMs);
		const accounts = accountsKey(accountIds);
		this.latestMs.set(accounts, Math.max(timeMs, this.latestMs.get(accounts) ?? 0));
	}

	/** Reserves a slot for a post that is scheduled already, among these posts. */
	reserveAfter(
		afterMs: number,
		{ timetable, accountIds, posts, readMoment }: KnownPosts & SlotRequest,
	): number {
		const soonestMs = Math.max(afterMs + 1, clock.now() + MIN_LEAD_MS);
		const timeMs = this.timesOf(timetable).find(
			(each) =>
				each >= soonestMs &&
				!this.reservations.has(accountIds, each, readMoment) &&
				!posts.some((post) => isInSlot(post, each, accountIds)),
		);
		if (timeMs === undefined) throw noFreeSlotFailure(timetable);
		this.reservations.reserve(accountIds, timeMs);
		return timeMs;
	}

	/** The scheduled posts when this run last read them. */
	private async read(): Promise<KnownPosts> {
		return this.known ?? (await this.readNow('find a free slot'));
	}

	/** Reads the scheduled posts. */
	async readNow(purpose: string): Promise<KnownPosts> {
		const readMoment = nextMoment();
		const posts = await listScheduledPosts(this.connection, this.workspace, purpose);
		const known = { posts, readMoment };
		this.known = known;
		return known;
	}

	private timesOf(timetable: Timetable): number[] {
		const name = canonicalJson(timetable);
		return getOrCompute(this.timesByTimetable, name, () => [...slotTimes(timetable, clock.now())]);
	}
}

interface SlotRequest {
	timetable: Timetable;
	accountIds: string[];
}

/** Identical for the same accounts in any order. */
export function accountsKey(accountIds: string[]): string {
	return canonicalJson([...accountIds].sort());
}

/** Whether a post occupies a slot for one of these accounts. */
export function isInSlot(post: ScheduledPost, timeMs: number, accountIds: string[]): boolean {
	if (!isSameSlot(post.timeMs, timeMs)) return false;
	return post.accountIds === undefined || accountIds.some((id) => post.accountIds?.has(id));
}

function noFreeSlotFailure(timetable: Timetable): InputFailure {
	const last = lastDayOf(timetable, clock.now());
	return new InputFailure(
		`No slot is free up to ${last} (${timetable.timezone})`,
		"Add slots, raise 'Days to Search for a Slot' in the options, or remove posts that are scheduled.",
	);
}
