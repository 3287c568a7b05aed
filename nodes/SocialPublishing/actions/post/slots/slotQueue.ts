import type { IExecuteFunctions } from 'n8n-workflow';

import { listScheduledPosts, type ScheduledPost } from '../../../api/listedPosts';
import { ProcessMemory } from '../../../commands/processMemory';
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
import { canonicalJson } from '../../../shared/json';
import type { Connection } from '../../../transport/connection';
import type { SlotAssignment } from './slotAssignment';

/** How far ahead a slot must be when it is chosen: this leaves time to upload files and save the draft. */
export const MIN_SLOT_LEAD_MS = 2 * 60_000;

/**
 * When the slots were used that executions in this process have used, or are about to: then the moment is infinite. Concurrent
 * executions have lists of different age: a used slot counts as reserved for every execution whose list is older.
 */
const reservations = new ProcessMemory<number>();

/** Grows with each event: two may happen in the same millisecond. */
let moment = 0;

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
	private known: KnownPosts | undefined;
	/** Another process has used the same slot at the same time, so this may happen again. */
	hasConflicts = false;
	private readonly timesByTimetable = new Map<string, number[]>();
	/** The latest slot that this run has used, by accounts: their items take slots in their order. */
	private readonly latestMs = new Map<string, number>();

	constructor(
		readonly connection: Connection,
		private readonly workspace: string,
	) {}

	/**
	 * Reserves the first free slot for a post of these accounts.
	 *
	 * @returns milliseconds since 1970
	 * @throws InputFailure that names the last day tried
	 */
	async reserve(timetable: Timetable, accountIds: string[]): Promise<number> {
		const known = await this.read();
		const afterMs = this.latestMs.get(accountsKey(accountIds)) ?? 0;
		const timeMs = this.reserveAfter(afterMs, { timetable, accountIds, ...known });
		if (timeMs === undefined) throw noFreeSlotFailure(timetable);
		return timeMs;
	}

	/** Ends a reservation. `isUsed`: a post may be in the slot by now. */
	release(accountIds: string[], timeMs: number, isUsed: boolean): void {
		if (!isUsed) {
			for (const id of accountIds) reservations.forget(this.nameOf(id, timeMs));
			return;
		}
		this.remember(accountIds, timeMs, ++moment);
		const accounts = accountsKey(accountIds);
		this.latestMs.set(accounts, Math.max(timeMs, this.latestMs.get(accounts) ?? 0));
	}

	/**
	 * Reserves a later slot that none of these posts is in. Undefined if there is none.
	 *
	 * @param place 2 for the second free slot
	 */
	reserveAfter(
		afterMs: number,
		{
			timetable,
			accountIds,
			posts,
			readMoment,
		}: KnownPosts & Pick<SlotAssignment, 'timetable' | 'accountIds'>,
		place = 1,
	): number | undefined {
		const soonestMs = Math.max(afterMs + 1, clock.now() + MIN_SLOT_LEAD_MS);
		const isFree = (each: number) =>
			each >= soonestMs &&
			!this.isReserved(accountIds, each, readMoment) &&
			!posts.some((post) => isInSlot(post, each, accountIds));
		let left = place;
		const timeMs = this.timesOf(timetable).find((each) => isFree(each) && --left === 0);
		if (timeMs !== undefined) this.remember(accountIds, timeMs, Infinity);
		return timeMs;
	}

	/** Whether another post is in the slot of a post, as far as this run knows. */
	async isShared(postId: string, timeMs: number, accountIds: string[]): Promise<boolean> {
		const { posts } = await this.read();
		return posts.some((post) => post.id !== postId && isInSlot(post, timeMs, accountIds));
	}

	/** Adds a post that is in a slot. */
	add(assignment: SlotAssignment): void {
		this.assignments.push(assignment);
		const { known } = this;
		const { target, timeMs, accountIds } = assignment;
		if (known === undefined || timeMs === undefined) return;
		const others = known.posts.filter(({ id }) => id !== target.postId);
		known.posts = [...others, { id: target.postId, timeMs, accountIds: new Set(accountIds) }];
	}

	/** The scheduled posts when this run last read them, and those that it has added since. */
	private async read(): Promise<KnownPosts> {
		return this.known ?? (await this.readNow('find a free slot'));
	}

	/** Reads the scheduled posts. */
	async readNow(purpose: string): Promise<KnownPosts> {
		const readMoment = ++moment;
		const posts = await listScheduledPosts(this.connection, this.workspace, purpose);
		const known = { posts, readMoment };
		this.known = known;
		return known;
	}

	/** @param sinceMoment when the list of scheduled posts was read */
	private isReserved(accountIds: string[], timeMs: number, sinceMoment: number): boolean {
		const usedMoment = (id: string) => reservations.recall(this.nameOf(id, timeMs)) ?? 0;
		return accountIds.some((id) => usedMoment(id) > sinceMoment);
	}

	private remember(accountIds: string[], timeMs: number, usedMoment: number): void {
		for (const id of accountIds) reservations.remember(this.nameOf(id, timeMs), usedMoment);
	}

	private nameOf(accountId: string, timeMs: number): unknown[] {
		return [`${this.connection.baseUrl}${this.workspace}`, accountId, slotOf(timeMs)];
	}

	private timesOf(timetable: Timetable): number[] {
		const name = canonicalJson(timetable);
		return getOrCompute(this.timesByTimetable, name, () => [...slotTimes(timetable, clock.now())]);
	}
}

/** Identical for the same accounts in any order. */
function accountsKey(accountIds: string[]): string {
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
