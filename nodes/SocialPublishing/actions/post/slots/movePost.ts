import { showsSchedule } from '../../../api/postLifecycle';
import { readPost } from '../../../api/posts';
import { readScheduled } from '../../../api/scheduledPosts';
import { sendPostCommand, type PostTarget } from '../../../commands/postCommand';
import { checkLeadTime } from '../../../properties/schedule';
import { CancelledFailure, mayHaveTakenEffect, ServiceFailure } from '../../../shared/failure';
import { afterScheduling, scheduleAt, type Placed } from './placement';
import type { SlotQueue } from './slotQueue';
import { isSameSlot } from './slotReservations';

/**
 * Moves a post to a slot that is reserved for it, unless somebody has changed its time since it was looked at.
 *
 * @returns whether its slot is free now
 */
export async function movePost(
	queue: SlotQueue,
	{ placement, toMs }: { placement: Placed; toMs: number },
): Promise<boolean> {
	const { accountIds } = placement;
	const release = (mayBeUsed: boolean) =>
		mayBeUsed ? queue.use(accountIds, toMs) : queue.reservations.cancel(accountIds, toMs);
	const isMoved = await sendMove(placement, toMs).catch((error: unknown) => {
		const mayBeMoved = mayHaveTakenEffect(error);
		release(mayBeMoved);
		if (error instanceof CancelledFailure) throw error;
		// Somebody else has changed the post: the next look shows what has become of it.
		const isChanged = error instanceof ServiceFailure && error.facts.status === 412;
		if (!isChanged || mayBeMoved) placement.error = afterScheduling(placement, error);
		return undefined;
	});
	if (isMoved !== undefined) release(isMoved);
	return isMoved === true;
}

async function sendMove(placement: Placed, toMs: number): Promise<boolean> {
	const { item, target, timetable } = placement;
	const { connection, progress } = item;
	const { postPath, idempotency } = target;
	const { post, etag } = await readPost(connection, postPath, 'reschedule the post');
	const timeMs = readScheduled(post)?.timeMs;
	if (timeMs === undefined || !isSameSlot(timeMs, placement.timeMs)) {
		Object.assign(placement, { timeMs, isFresh: false });
		return false;
	}
	const schedule = scheduleAt(toMs, timetable);
	const moved: PostTarget = {
		postPath,
		idempotency,
		revision: etag === undefined ? { mode: 'current' } : { mode: 'known', etag },
		step: `move to ${schedule.scheduled_at}`,
		// Where the state of the post is part of the key, it has another one by now.
		...(target.from !== undefined && { from: { post, etag } }),
	};
	const response = await sendPostCommand(connection, moved, {
		name: 'reschedule',
		content: { ...schedule },
		isEdited: progress.isEdited,
		makeBody: () => {
			checkLeadTime(schedule);
			return { ...schedule };
		},
		showsEffect: showsSchedule('reschedule'),
	});
	Object.assign(placement, { timeMs: toMs, isFresh: true, isSettled: false, response });
	return true;
}
