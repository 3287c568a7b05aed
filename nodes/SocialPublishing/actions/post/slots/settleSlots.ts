import type { IExecuteFunctions } from 'n8n-workflow';

import type { ScheduledPost } from '../../../api/scheduledPosts';
import { isSameSlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { CancelledFailure, mayHaveTakenEffect, ServiceFailure } from '../../../shared/failure';
import { groupBy } from '../../../shared/maps';
import {
	afterScheduling,
	isPlaced,
	movePost,
	sharedSlotFailure,
	type Placed,
	type Placement,
} from './placement';
import {
	isInSlot,
	nameOfAccounts,
	slotQueuesOf,
	type KnownPosts,
	type SlotQueue,
} from './slotQueue';

/** How long a run waits before it checks again: a list may be outdated, and another process may move its post. */
const PAUSES_MS = [1_000, 3_000, 6_000];
const MAX_LOOKS = 30;

/**
 * Call it after an item has been scheduled. If other processes schedule posts at the same time, the run detects this with
 * its first item, and from then on checks the slots after each item.
 */
export async function checkEarly(queue: SlotQueue): Promise<void> {
	if (queue.placements.length > 1 && !queue.hasConflicts) return;
	await settle(queue).catch((error: unknown) => {
		// The last check is yet to come.
		if (error instanceof CancelledFailure) throw error;
	});
}

/**
 * Call it once all items have been handed over. Checks whether each post is alone in its slot, because other processes may
 * have chosen the same slot at the same time. A run that finds another post in a slot moves its own to the next free one.
 *
 * A slot is settled only once a list that is newer than the schedule of its post shows no other post there: of two posts, the
 * one that was scheduled later is then sure to find the other. The post with the later ID moves first; the other run waits
 * for that, and moves its post if nothing happens.
 */
export async function settleSlots(functions: IExecuteFunctions): Promise<void> {
	for (const queue of slotQueuesOf(functions)) {
		await settle(queue).catch((error: unknown) => {
			for (const placement of openOf(queue)) placement.error = afterScheduling(placement, error);
		});
		for (const placement of openOf(queue)) await placement.onSettled();
	}
}

function openOf({ placements }: SlotQueue): Placement[] {
	return placements.filter(({ error }) => error === undefined);
}

async function settle(queue: SlotQueue): Promise<void> {
	const unsettled = () => openOf(queue).filter(({ isSettled }) => !isSettled);
	let pauses = 0;
	for (let looks = 0; unsettled().length > 0; looks++) {
		const known = await queue.readNow('check the slots of the scheduled posts');
		const pauseMs = PAUSES_MS[pauses];
		const isOld = pauseMs !== undefined && unsettled().some((each) => isBehind(known, each));
		const crowded = isOld ? [] : settleAlone(queue, unsettled(), known);
		if (crowded.length === 0 && !isOld) return;
		if (looks === MAX_LOOKS) {
			for (const placement of crowded) placement.error = sharedSlotFailure(placement);
			return;
		}
		const movers = pauseMs === undefined ? crowded : crowded.filter((each) => isLater(each, known));
		if (isOld || movers.length === 0) {
			pauses++;
			await clock.wait(pauseMs ?? 0, queue.connection.signal);
		} else {
			pauses = 0;
			const open = openOf(queue).filter(isPlaced);
			await moveAll(queue, { known, open, movers: new Set(movers) });
		}
	}
}

/** Settles the posts that are alone in their slots according to a list. Returns the others. */
function settleAlone(queue: SlotQueue, unsettled: Placement[], known: KnownPosts): Placed[] {
	follow(openOf(queue), known);
	const crowded = unsettled.filter(isPlaced).filter((each) => rivalsOf(each, known).length > 0);
	const others = new Set<Placement>(crowded);
	for (const placement of unsettled) placement.isSettled = !others.has(placement);
	queue.hasConflicts ||= crowded.length > 0;
	return crowded;
}

/** Whether a list is older than the schedule of a post. The list may also never show it, or somebody may have changed it. */
function isBehind({ posts }: KnownPosts, { target, isFresh, timeMs }: Placement): boolean {
	const shown = posts.find(({ id }) => id === target.postId);
	return isFresh && timeMs !== undefined && !isSameSlot(shown?.timeMs ?? 0, timeMs);
}

/** Updates the placements from a list: somebody may have moved, cancelled or published the posts. */
function follow(placements: Placement[], { posts }: KnownPosts): void {
	const byId = new Map(posts.map((post) => [post.id, post]));
	for (const placement of placements) {
		const shown = byId.get(placement.target.postId);
		if (shown !== undefined || placement.isSettled || !placement.isFresh) {
			placement.timeMs = shown?.timeMs;
		}
		placement.accountIds = [...(shown?.accountIds ?? placement.accountIds)];
	}
}

/** The other posts in its slot. */
function rivalsOf({ target, timeMs, accountIds }: Placed, { posts }: KnownPosts): ScheduledPost[] {
	return posts.filter((post) => post.id !== target.postId && isInSlot(post, timeMs, accountIds));
}

function isLater(placement: Placed, known: KnownPosts): boolean {
	return rivalsOf(placement, known).some(({ id }) => isEarlier(id, placement.target.postId));
}

/** If a service numbers its records, 10 comes after 9. Whatever its IDs are, all processes order them alike. */
function isEarlier(id: string, other: string): boolean {
	return id.length === other.length ? id < other : id.length < other.length;
}

interface Crowd {
	known: KnownPosts;
	open: Placed[];
	movers: Set<Placement>;
}

/** Moves posts to later slots. Later posts of the same accounts move, too, so that their order stays. */
async function moveAll(queue: SlotQueue, { known, open, movers }: Crowd): Promise<void> {
	for (const group of groupBy(open, ({ accountIds }) => nameOfAccounts(accountIds)).values()) {
		if (!group.some((placement) => movers.has(placement))) continue;
		const moves = planMoves(queue, { known, open: group, movers });
		// The last post moves first, so each slot is free when a post moves there.
		try {
			for (let next = moves.pop(); next !== undefined; next = moves.pop()) {
				if (!(await carryOutMove(queue, next))) break;
			}
		} finally {
			for (const { placement, toMs } of moves) {
				queue.reservations.cancel(placement.accountIds, toMs);
			}
		}
	}
}

interface Move {
	placement: Placed;
	toMs: number;
}

/** Reserves the slots that posts of the same accounts move to, in their order. */
function planMoves(queue: SlotQueue, { known, open, movers }: Crowd): Move[] {
	const own = new Set(open.map(({ target }) => target.postId));
	const posts = known.posts.filter(({ id }) => !own.has(id));
	const moves: Move[] = [];
	let beforeMs = 0;
	for (const placement of [...open].sort((a, b) => a.timeMs - b.timeMs)) {
		const { timeMs } = placement;
		if (!movers.has(placement) && timeMs > beforeMs) {
			beforeMs = timeMs;
			continue;
		}
		try {
			beforeMs = queue.reserveAfter(Math.max(beforeMs, timeMs), { ...placement, ...known, posts });
			moves.push({ placement, toMs: beforeMs });
		} catch (error) {
			placement.error = afterScheduling(placement, error);
		}
	}
	return moves;
}

/**
 * Moves a post to a slot that is reserved for it, unless somebody has changed its time since it was read.
 *
 * @returns whether its slot is free now
 */
async function carryOutMove(queue: SlotQueue, { placement, toMs }: Move): Promise<boolean> {
	const { accountIds } = placement;
	const release = (mayBeUsed: boolean) =>
		mayBeUsed ? queue.use(accountIds, toMs) : queue.reservations.cancel(accountIds, toMs);
	const isMoved = await movePost(placement, toMs).catch((error: unknown) => {
		const mayBeMoved = mayHaveTakenEffect(error);
		release(mayBeMoved);
		if (error instanceof CancelledFailure) throw error;
		// Somebody else has changed the post: the next check reads its new state.
		const isChanged = error instanceof ServiceFailure && error.facts.status === 412;
		if (!isChanged || mayBeMoved) placement.error = afterScheduling(placement, error);
		return undefined;
	});
	if (isMoved !== undefined) release(isMoved);
	return isMoved === true;
}
