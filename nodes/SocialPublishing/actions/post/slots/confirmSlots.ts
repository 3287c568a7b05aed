import type { IExecuteFunctions } from 'n8n-workflow';

import type { ScheduledPost } from '../../../api/scheduledPosts';
import { isSameSlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { CancelledFailure } from '../../../shared/failure';
import { moveToLaterSlots } from './moveToLaterSlots';
import {
	scheduledPostFailure,
	hasTime,
	sharedSlotFailure,
	type TimedAssignment,
	type SlotAssignment,
} from './slotAssignment';
import { isInSlot, slotQueuesOf, type KnownPosts, type SlotQueue } from './slotQueue';

/** How long a run waits before it checks again: a list may be outdated, and another process may move its post. */
const PAUSES_MS = [1_000, 3_000, 6_000];
const MAX_CHECKS = 30;

/**
 * Call it after an item has been scheduled. If other processes schedule posts at the same time, the run detects this with
 * its first item, and from then on checks the slots after each item.
 */
export async function checkEarly(queue: SlotQueue): Promise<void> {
	if (queue.assignments.length > 1 && !queue.hasConflicts) return;
	await confirmAll(queue).catch((error: unknown) => {
		// The last check is yet to come.
		if (error instanceof CancelledFailure) throw error;
	});
}

/**
 * Call it once all items have been handed over. Checks whether each post is alone in its slot, because other processes may
 * have chosen the same slot at the same time. A run that finds another post in a slot moves its own to the next free one.
 *
 * A slot is confirmed only once a list that is newer than the schedule of its post shows no other post there: of two posts, the
 * one that was scheduled later is then sure to find the other. The post with the later ID moves first; the other run waits
 * for that, and moves its post if nothing happens.
 */
export async function confirmSlots(functions: IExecuteFunctions): Promise<void> {
	for (const queue of slotQueuesOf(functions)) {
		await confirmAll(queue).catch((error: unknown) => {
			for (const assignment of withoutError(queue))
				assignment.error = scheduledPostFailure(assignment, error);
		});
		for (const assignment of withoutError(queue)) await assignment.onConfirmed();
	}
}

function withoutError({ assignments }: SlotQueue): SlotAssignment[] {
	return assignments.filter(({ error }) => error === undefined);
}

async function confirmAll(queue: SlotQueue): Promise<void> {
	const unconfirmed = () => withoutError(queue).filter(({ isConfirmed }) => !isConfirmed);
	let pauses = 0;
	for (let checks = 0; unconfirmed().length > 0; checks++) {
		const known = await queue.readNow('check the slots of the scheduled posts');
		const pauseMs = PAUSES_MS[pauses];
		const isOld =
			pauseMs !== undefined && unconfirmed().some((each) => isListOutdated(known, each));
		const contested = isOld ? [] : confirmUncontested(queue, unconfirmed(), known);
		if (contested.length === 0 && !isOld) return;
		if (checks === MAX_CHECKS) {
			for (const assignment of contested) assignment.error = sharedSlotFailure(assignment);
			return;
		}
		const toMove =
			pauseMs === undefined ? contested : contested.filter((each) => hasLaterId(each, known));
		if (isOld || toMove.length === 0) {
			pauses++;
			await clock.wait(pauseMs ?? 0, queue.connection.signal);
		} else {
			pauses = 0;
			const open = withoutError(queue).filter(hasTime);
			await moveToLaterSlots(queue, { known, open, toMove: new Set(toMove) });
		}
	}
}

/** Confirms the posts that are alone in their slots according to a list. Returns the others. */
function confirmUncontested(
	queue: SlotQueue,
	unconfirmed: SlotAssignment[],
	known: KnownPosts,
): TimedAssignment[] {
	updateFromList(withoutError(queue), known);
	const contested = unconfirmed
		.filter(hasTime)
		.filter((each) => conflictingPosts(each, known).length > 0);
	const others = new Set<SlotAssignment>(contested);
	for (const assignment of unconfirmed) assignment.isConfirmed = !others.has(assignment);
	queue.hasConflicts ||= contested.length > 0;
	return contested;
}

/** Whether a list is older than the schedule of a post. The list may also never show it, or somebody may have changed it. */
function isListOutdated(
	{ posts }: KnownPosts,
	{ target, isFresh, timeMs }: SlotAssignment,
): boolean {
	const shown = posts.find(({ id }) => id === target.postId);
	return isFresh && timeMs !== undefined && !isSameSlot(shown?.timeMs ?? 0, timeMs);
}

/** Updates the assignments from a list: somebody may have moved, cancelled or published the posts. */
function updateFromList(assignments: SlotAssignment[], { posts }: KnownPosts): void {
	const byId = new Map(posts.map((post) => [post.id, post]));
	for (const assignment of assignments) {
		const shown = byId.get(assignment.target.postId);
		if (shown !== undefined || assignment.isConfirmed || !assignment.isFresh) {
			assignment.timeMs = shown?.timeMs;
		}
		assignment.accountIds = [...(shown?.accountIds ?? assignment.accountIds)];
	}
}

/** The other posts in its slot. */
function conflictingPosts(
	{ target, timeMs, accountIds }: TimedAssignment,
	{ posts }: KnownPosts,
): ScheduledPost[] {
	return posts.filter((post) => post.id !== target.postId && isInSlot(post, timeMs, accountIds));
}

function hasLaterId(assignment: TimedAssignment, known: KnownPosts): boolean {
	return conflictingPosts(assignment, known).some(({ id }) =>
		isEarlier(id, assignment.target.postId),
	);
}

/** If a service numbers its records, 10 comes after 9. Whatever its IDs are, all processes order them alike. */
function isEarlier(id: string, other: string): boolean {
	return id.length === other.length ? id < other : id.length < other.length;
}
