import { CancelledFailure, mayHaveTakenEffect, ServiceFailure } from '../../../shared/failure';
import { groupBy } from '../../../shared/maps';
import {
	movePost,
	scheduledPostFailure,
	type SlotAssignment,
	type TimedAssignment,
} from './slotAssignment';
import { accountsKey, type KnownPosts, type SlotQueue } from './slotQueue';

interface Conflicts {
	known: KnownPosts;
	open: TimedAssignment[];
	toMove: Set<SlotAssignment>;
}

/** Moves posts to later slots. Later posts of the same accounts move, too, so that their order stays. */
export async function moveToLaterSlots(
	queue: SlotQueue,
	{ known, open, toMove }: Conflicts,
): Promise<void> {
	for (const group of groupBy(open, ({ accountIds }) => accountsKey(accountIds)).values()) {
		if (!group.some((assignment) => toMove.has(assignment))) continue;
		const moves = planMoves(queue, { known, open: group, toMove });
		// The last post moves first, so each slot is free when a post moves there.
		try {
			for (let next = moves.pop(); next !== undefined; next = moves.pop()) {
				if (!(await carryOutMove(queue, next))) break;
			}
		} finally {
			for (const { assignment, toMs } of moves) {
				queue.reservations.cancel(assignment.accountIds, toMs);
			}
		}
	}
}

interface Move {
	assignment: TimedAssignment;
	toMs: number;
}

/** Reserves the slots that posts of the same accounts move to, in their order. */
function planMoves(queue: SlotQueue, { known, open, toMove }: Conflicts): Move[] {
	const own = new Set(open.map(({ target }) => target.postId));
	const posts = known.posts.filter(({ id }) => !own.has(id));
	const moves: Move[] = [];
	let beforeMs = 0;
	for (const assignment of [...open].sort((a, b) => a.timeMs - b.timeMs)) {
		const { timeMs } = assignment;
		if (!toMove.has(assignment) && timeMs > beforeMs) {
			beforeMs = timeMs;
			continue;
		}
		try {
			beforeMs = queue.reserveAfter(Math.max(beforeMs, timeMs), { ...assignment, ...known, posts });
			moves.push({ assignment, toMs: beforeMs });
		} catch (error) {
			assignment.error = scheduledPostFailure(assignment, error);
		}
	}
	return moves;
}

/**
 * Moves a post to a slot that is reserved for it, unless somebody has changed its time since it was read.
 *
 * @returns whether its slot is free now
 */
async function carryOutMove(queue: SlotQueue, { assignment, toMs }: Move): Promise<boolean> {
	const { accountIds } = assignment;
	const release = (mayBeUsed: boolean) =>
		mayBeUsed ? queue.use(accountIds, toMs) : queue.reservations.cancel(accountIds, toMs);
	const isMoved = await movePost(assignment, toMs).catch((error: unknown) => {
		const mayBeMoved = mayHaveTakenEffect(error);
		release(mayBeMoved);
		if (error instanceof CancelledFailure) throw error;
		// Somebody else has changed the post: the next check reads its new state.
		const isChanged = error instanceof ServiceFailure && error.facts.status === 412;
		if (!isChanged || mayBeMoved) assignment.error = scheduledPostFailure(assignment, error);
		return undefined;
	});
	if (isMoved !== undefined) release(isMoved);
	return isMoved === true;
}
