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
import { PlacedPosts } from './placedPosts';
import type { SlotAssignment } from './slotAssignment';

/** How far ahead a slot must be when it is chosen: this leaves time to upload files and save the draft. */
export const MIN_SLOT_LEAD_MS = 2 * 60_000;

/** The slots that executions in this process are about to use. */
const reservations = new ProcessMemory<true>();

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

/** The slots of a workspace that a run of the node knows, and the posts that it has scheduled in them. */
export class SlotQueue {
	/** In the order of the items. */
	readonly assignments: SlotAssignment[] = [];
	/** The scheduled posts when this run last read them. */
	private known: ScheduledPost[] | undefined;
	/** Another process has used the same slot at the same time, so this may happen again. */
	hasConflicts = false;
	private readonly timesByTimetable = new Map<string, number[]>();
	/** The latest slot that this run has used, by accounts: their items take slots in their order. */
	private readonly latestMs = new Map<string, number>();
	/** What this process has put into slots, also in other runs. */
	private readonly placed: PlacedPosts;

	constructor(
		readonly connection: Connection,
		private readonly workspace: string,
	) {
		this.placed = new PlacedPosts(connection, workspace);
	}

	/**
	 * Reserves the first free slot for a post of these accounts.
	 *
	 * @returns milliseconds since 1970
	 * @throws InputFailure that names the last day tried
	 */
	async reserve(timetable: Timetable, accountIds: string[]): Promise<number> {
		await this.readOnce();
		const afterMs = this.latestMs.get(accountsKey(accountIds)) ?? 0;
		const timeMs = this.reserveAfter(afterMs, { timetable, accountIds });
		if (timeMs === undefined) throw noFreeSlotFailure(timetable);
		return timeMs;
	}

	/** Ends a reservation. `postId`: the post that may be in the slot by now. */
	release(accountIds: string[], timeMs: number, postId: string | undefined): void {
		for (const id of accountIds) reservations.forget(this.nameOf(id, timeMs));
		if (postId === undefined) return;
		this.placed.add({ id: postId, timeMs, accountIds: new Set(accountIds) });
		const accounts = accountsKey(accountIds);
		this.latestMs.set(accounts, Math.max(timeMs, this.latestMs.get(accounts) ?? 0));
	}

	/**
	 * Reserves the first free slot after a time. Undefined if there is none.
	 *
	 * @param place 2 for the second free slot
	 */
	reserveAfter(
		afterMs: number,
		{ timetable, accountIds }: Pick<SlotAssignment, 'timetable' | 'accountIds'>,
		place = 1,
	): number | undefined {
		const soonestMs = Math.max(afterMs + 1, clock.now() + MIN_SLOT_LEAD_MS);
		const posts = this.occupants();
		const isReserved = (each: number) =>
			accountIds.some((id) => reservations.recall(this.nameOf(id, each)) !== undefined);
		const isFree = (each: number) =>
			each >= soonestMs &&
			!isReserved(each) &&
			!posts.some((post) => isInSlot(post, each, accountIds));
		let left = place;
		const timeMs = this.timesOf(timetable).find((each) => isFree(each) && --left === 0);
		if (timeMs === undefined) return undefined;
		for (const id of accountIds) reservations.remember(this.nameOf(id, timeMs), true);
		return timeMs;
	}

	/** Whether another post is in the slot of a post, as far as this run knows. */
	async isShared(postId: string, timeMs: number, accountIds: string[]): Promise<boolean> {
		await this.readOnce();
		const others = this.occupants().filter(({ id }) => id !== postId);
		return others.some((post) => isInSlot(post, timeMs, accountIds));
	}

	/** Adds a post that is in a slot. */
	add(assignment: SlotAssignment): void {
		this.assignments.push(assignment);
		const { target, timeMs, accountIds } = assignment;
		if (timeMs === undefined) return;
		this.placed.add({ id: target.postId, timeMs, accountIds: new Set(accountIds) });
	}

	/** The slot in which this process has put a post, as far as it knows; in milliseconds since 1970. */
	async timeOf(postId: string): Promise<number | undefined> {
		await this.readOnce();
		return this.placed.all.get(postId)?.timeMs;
	}

	/** Reads the list of all scheduled posts. */
	async readList(purpose: string): Promise<ScheduledPost[]> {
		return await listScheduledPosts(this.connection, this.workspace, purpose);
	}

	/** Corrects a list that was just read: see `PlacedPosts`. */
	async correct(listed: ScheduledPost[], purpose: string): Promise<ScheduledPost[]> {
		this.known = await this.placed.correct(listed, purpose);
		return this.known;
	}

	private async readOnce(): Promise<void> {
		const purpose = 'find a free slot';
		this.known ??= await this.correct(await this.readList(purpose), purpose);
	}

	/** The posts in slots: this process may have put posts there, or have moved some, since the list was read. */
	private occupants(): ScheduledPost[] {
		const placed = this.placed.all;
		return [...(this.known ?? []).filter(({ id }) => !placed.has(id)), ...placed.values()];
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
