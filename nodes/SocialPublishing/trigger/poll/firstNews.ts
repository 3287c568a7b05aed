import type { Change } from './comparePost';
import { FINAL_POST_CODES, type KnownPost } from './knownPost';

/** How much the clocks of n8n and the service may differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60 * 1_000;

/**
 * Of the changes that the first reading of a post shows, those that have happened since the posts were listed for the
 * first time. The deliveries had not been read then, so their own times decide. Those without a time count if the post
 * has moved since, or was not finished then. Pure.
 *
 * @param before what the list told then
 */
export function firstNews(
	changes: Change[],
	before: KnownPost,
	now: KnownPost,
	watchedSinceMs: number,
): Change[] {
	const status = before.status.at(-1);
	const wasFinished = FINAL_POST_CODES.includes(status ?? '-');
	const hasMoved =
		status === undefined
			? before.listed !== '' && before.listed !== now.listed
			: !wasFinished || before.status !== now.status;
	const sinceMs = watchedSinceMs - CLOCK_DIFFERENCE_MS;
	const isDelivery = ({ type }: Change) => type.startsWith('delivery.');
	const deliveries = changes
		.filter(isDelivery)
		.filter(({ endedMs }) => (endedMs === undefined ? hasMoved : endedMs >= sinceMs));
	// Where the list did not tell the status, it is not known whether it is another one now.
	const isStatusNew = status !== undefined || deliveries.length > 0;
	return [...deliveries, ...(isStatusNew ? changes.filter((each) => !isDelivery(each)) : [])];
}
