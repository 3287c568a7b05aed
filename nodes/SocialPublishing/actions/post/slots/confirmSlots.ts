import type { IExecuteFunctions } from 'n8n-workflow';

import type { ScheduledPost } from '../../../api/listedPosts';
import { isSameSlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { CancelledFailure, mayHaveTakenEffect, ServiceFailure } from '../../../shared/failure';
import { movePost, scheduledPostFailure, type SlotAssignment } from './slotAssignment';
import { isInSlot, slotQueuesOf, type SlotQueue } from './slotQueue';

/** How long a run waits before it looks again: a list may be outdated, and another process may be moving its post. */
const PAUSES_MS = [1_000, 3_000, 6_000];

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
 * have chosen the same slot at the same time. Of such posts, the one with the earliest ID stays, and each other one moves on,
 * once. A post that still shares its slot then says so in its output.
 *
 * A slot is confirmed only once a list that is newer than the schedule of its post shows no other post there: of two posts, the
 * one that was scheduled later is then sure to find the other.
 */
export async function confirmSlots(functions: IExecuteFunctions): Promise<void> {
	for (const queue of slotQueuesOf(functions)) {
		// The list is read for the last items anyway. Since the others were confirmed, another process may have entered their slots.
		if (queue.assignments.length > 1) withoutError(queue).forEach(reopen);
		await confirmAll(queue).catch((error: unknown) => {
			for (const assignment of withoutError(queue))
				assignment.error = scheduledPostFailure(assignment, error);
		});
		for (const assignment of withoutError(queue)) await assignment.onConfirmed();
	}
}

/** A list has shown the post in its slot before. */
function reopen(assignment: SlotAssignment): void {
	if (assignment.isConfirmed) assignment.isFresh = false;
	assignment.isConfirmed = false;
	assignment.isShared = false;
}

function withoutError({ assignments }: SlotQueue): SlotAssignment[] {
	return assignments.filter(({ error }) => error === undefined);
}

async function confirmAll(queue: SlotQueue): Promise<void> {
	let pauses = 0;
	for (;;) {
		const open = withoutError(queue).filter(({ isConfirmed }) => !isConfirmed);
		if (open.length === 0) return;
		const listed = await queue.readList(CHECKING);
		const pauseMs = PAUSES_MS[pauses];
		const isOld = pauseMs !== undefined && open.some((each) => isListOutdated(listed, each));
		const known = isOld ? [] : await queue.correct(listed, CHECKING);
		const shared = isOld ? [] : confirmUnshared(queue, open, known);
		const toMove = shared.filter((each) => hasToMove(each, known));
		if (toMove.length > 0) {
			pauses = 0;
			for (const assignment of toMove) await moveOn(queue, assignment, known);
		} else if (pauseMs === undefined) {
			for (const assignment of shared) assignment.isShared = assignment.isConfirmed = true;
		} else if (isOld || shared.length > 0) {
			pauses++;
			await clock.wait(pauseMs, queue.connection.signal);
		}
	}
}

const CHECKING = 'check the slots of the scheduled posts';

/** Confirms the posts that are alone in their slots according to a list. Returns the others. */
function confirmUnshared(
	queue: SlotQueue,
	open: SlotAssignment[],
	known: ScheduledPost[],
): SlotAssignment[] {
	updateAssignments(withoutError(queue), known);
	const shared = open.filter((each) => postsBeside(each, known).length > 0);
	for (const assignment of open) assignment.isConfirmed = !shared.includes(assignment);
	queue.hasConflicts ||= shared.length > 0;
	return shared;
}

/** Whether a list is older than the schedule of a post. The list may also never show it, or somebody may have changed it. */
function isListOutdated(
	listed: ScheduledPost[],
	{ target, isFresh, timeMs }: SlotAssignment,
): boolean {
	const shown = listed.find(({ id }) => id === target.postId);
	return isFresh && timeMs !== undefined && !isSameSlot(shown?.timeMs ?? 0, timeMs);
}

/** Updates the assignments: somebody may have moved, cancelled or published the posts. */
function updateAssignments(assignments: SlotAssignment[], known: ScheduledPost[]): void {
	const byId = new Map(known.map((post) => [post.id, post]));
	for (const assignment of assignments) {
		const shown = byId.get(assignment.target.postId);
		assignment.timeMs = shown?.timeMs;
		assignment.accountIds = [...(shown?.accountIds ?? assignment.accountIds)];
	}
}

/** The other posts in its slot. */
function postsBeside(
	{ target, timeMs, accountIds }: SlotAssignment,
	known: ScheduledPost[],
): ScheduledPost[] {
	if (timeMs === undefined) return [];
	return known.filter((post) => post.id !== target.postId && isInSlot(post, timeMs, accountIds));
}

/** How many posts in its slot have an earlier ID. */
function earlierPosts(assignment: SlotAssignment, known: ScheduledPost[]): number {
	return postsBeside(assignment, known).filter(({ id }) => isEarlier(id, assignment.target.postId))
		.length;
}

function hasToMove(assignment: SlotAssignment, known: ScheduledPost[]): boolean {
	const { hasMoved, setMs, timeMs, yields } = assignment;
	const isMovedByHand = setMs !== undefined && !isSameSlot(timeMs ?? setMs, setMs);
	if (hasMoved || isMovedByHand) return false;
	return yields || earlierPosts(assignment, known) > 0;
}

/** If a service numbers its records, 10 comes after 9. Whatever its IDs are, all processes order them alike. */
function isEarlier(id: string, other: string): boolean {
	return id.length === other.length ? id < other : id.length < other.length;
}

/**
 * Moves a post to a later slot, unless somebody has changed its time since it was read. The posts with earlier IDs that have to
 * move as well take the first free slots. If too few are free, the post stays.
 */
async function moveOn(
	queue: SlotQueue,
	assignment: SlotAssignment,
	known: ScheduledPost[],
): Promise<void> {
	const { accountIds, target, timeMs } = assignment;
	assignment.hasMoved = true;
	if (timeMs === undefined) return;
	const place = Math.max(1, earlierPosts(assignment, known));
	const toMs = queue.reserveAfter(timeMs, assignment, place);
	if (toMs === undefined) return;
	const mayBeThere = await movePost(assignment, timeMs, toMs).catch((error: unknown) => {
		if (error instanceof CancelledFailure) throw error;
		const mayBeMoved = mayHaveTakenEffect(error);
		// Somebody else has changed the post: the next check reads its new state.
		const isChanged = error instanceof ServiceFailure && error.facts.status === 412;
		if (mayBeMoved || !isChanged) assignment.error = scheduledPostFailure(assignment, error);
		return mayBeMoved;
	});
	queue.release(accountIds, toMs, mayBeThere ? target.postId : undefined);
}
