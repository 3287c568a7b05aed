import type { ListedPost } from '../../../api/listedPosts';
import { dayOf, startOfDayMs } from '../../../properties/days';
import { slotTimes } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { groupBy } from '../../../shared/maps';
import { DateTime } from '../../../vendor/libraries';
import { isInSlot, MIN_SLOT_LEAD_MS } from '../slots/slotQueue';
import type { CalendarAccounts } from './calendarAccounts';
import type { CalendarRequest } from './calendarForm';

/**
 * The slots in which none of the accounts has a scheduled post, by date: ISO 8601, with the offset of the zone. As for a new
 * post, a slot is at least two minutes ahead.
 */
export function findFreeSlots(
	posts: ListedPost[],
	{
		first,
		last,
		zone,
		slots,
	}: Required<Pick<CalendarRequest, 'first' | 'last' | 'zone'>> & {
		slots: NonNullable<CalendarRequest['slots']>;
	},
	{ counted }: CalendarAccounts,
): Map<string, string[]> {
	const soonestMs = Math.max(startOfDayMs(first, zone), clock.now() + MIN_SLOT_LEAD_MS);
	const daysAhead = Math.ceil(last.diff(DateTime.fromMillis(soonestMs), 'days').days) + 1;
	const scheduled = posts.flatMap((post) => post.scheduled ?? []);
	const accountIds = [...counted];
	const free = [...slotTimes({ slots, timezone: zone, daysAhead }, soonestMs)].filter(
		(timeMs) => !scheduled.some((post) => isInSlot(post, timeMs, accountIds)),
	);
	const times = free.map((timeMs) => DateTime.fromMillis(timeMs, { zone }));
	const byDate = groupBy(times, dayOf);
	return new Map(
		[...byDate].map(([date, ofDay]) => [
			date,
			ofDay.map((time) => time.toISO({ suppressMilliseconds: true }) ?? ''),
		]),
	);
}
