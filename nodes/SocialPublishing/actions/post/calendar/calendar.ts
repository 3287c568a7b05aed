import { accountLabel } from '../../../api/accountDirectory';
import { describeFailedDelivery, hasFailed, type SimpleDelivery } from '../../../api/deliveries';
import type { ListedPost } from '../../../api/listedPosts';
import { isOverdue } from '../../../api/publication';
import { dayOf, startOfDayMs } from '../../../properties/dateTime';
import { slotTimes, type WeeklySlot } from '../../../properties/slotTimes';
import { clock } from '../../../shared/clock';
import { firstText } from '../../../shared/json';
import { groupBy } from '../../../shared/maps';
import { asSentence } from '../../../shared/text/sentences';
import { DateTime } from '../../../vendor/libraries';
import { isInSlot, MIN_SLOT_LEAD_MS } from '../slots/slotQueue';
import type { CalendarAccounts } from './calendarAccounts';
import type { CalendarRequest } from './calendarForm';

/** A post on a day of a calendar. */
export type CalendarPost = {
	id: string;
	/** ISO 8601, with the offset of the zone. */
	time: string;
	text: string | null;
	status: string | null;
	/** `Name (platform)`. */
	accounts: string[];
	/** Where it can be seen on the first account that has it. */
	url: string | null;
	/** Why it did not reach an account, or that it is overdue, in sentences. */
	problem: string | null;
};

/** A day of a calendar, as an output item shows it. */
export type CalendarDay = {
	/** YYYY-MM-DD. */
	date: string;
	/** In English. */
	weekday: string;
	count: number;
	/** By time. */
	posts: CalendarPost[];
	/** `Name (platform)` of each account that has none of the posts. */
	accounts_without_post: string[];
	is_empty: boolean;
	/** The number of posts without a time, which are on no day. The same for each day. */
	posts_without_time: number;
	/** ISO 8601, with the offset of the zone. */
	free_slots?: string[];
};

/** The days of a calendar, in their order. Pure. */
export function toCalendarDays(
	listed: ListedPost[],
	request: CalendarRequest,
	accounts: CalendarAccounts,
): CalendarDay[] {
	const { first, last, zone, slots } = request;
	const posts = listed.filter((post) => isShown(post, accounts));
	const timed = posts.filter(isTimed);
	const startMs = startOfDayMs(first, zone);
	const endMs = startOfDayMs(last.plus({ days: 1 }), zone);
	const inPeriod = timed
		.filter(({ timeMs }) => timeMs >= startMs && timeMs < endMs)
		.sort((a, b) => a.timeMs - b.timeMs || (a.id < b.id ? -1 : 1));
	const byDate = groupBy(inPeriod, ({ timeMs }) => dayOf(DateTime.fromMillis(timeMs, { zone })));
	const freeSlots = slots && findFreeSlots(posts, request, slots, accounts);
	const days: CalendarDay[] = [];
	for (let day = first; day <= last; day = day.plus({ days: 1 })) {
		const date = dayOf(day);
		const ofDay = byDate.get(date) ?? [];
		days.push({
			date,
			weekday: day.setLocale('en').weekdayLong ?? '',
			count: ofDay.length,
			posts: ofDay.map((post) => toCalendarPost(post, zone, accounts)),
			accounts_without_post: findAccountsWithout(ofDay, accounts),
			is_empty: ofDay.length === 0,
			posts_without_time: posts.length - timed.length,
			...(freeSlots && { free_slots: freeSlots.get(date) ?? [] }),
		});
	}
	return days;
}

type TimedPost = ListedPost & { timeMs: number };

function isTimed(post: ListedPost): post is TimedPost {
	return post.timeMs !== undefined;
}

/** If the list does not show its accounts, a post may be on any of them. */
function isShown({ deliveries }: ListedPost, accounts: CalendarAccounts): boolean {
	return (
		!accounts.isFiltered ||
		deliveries.length === 0 ||
		deliveries.some((delivery) => isCounted(delivery, accounts))
	);
}

function isCounted({ account_id }: SimpleDelivery, { counted }: CalendarAccounts): boolean {
	return counted.has(firstText(account_id) ?? '');
}

function findAccountsWithout(posts: ListedPost[], { counted, labels }: CalendarAccounts): string[] {
	if (posts.some(({ deliveries }) => deliveries.length === 0)) return [];
	const reached = new Set(
		posts.flatMap(({ deliveries }) => deliveries.map(({ account_id }) => firstText(account_id))),
	);
	return [...counted].filter((id) => !reached.has(id)).map((id) => labels.get(id) ?? id);
}

function toCalendarPost(post: TimedPost, zone: string, accounts: CalendarAccounts): CalendarPost {
	const { id, timeMs, text, status } = post;
	const time = DateTime.fromMillis(timeMs, { zone });
	const deliveries = post.deliveries.filter(
		(delivery) => !accounts.isFiltered || isCounted(delivery, accounts),
	);
	const links = deliveries.flatMap((each) => (each.status === 'published' && each.url) || []);
	return {
		id,
		time: toIso(time),
		text,
		status,
		accounts: deliveries.map((delivery) => labelOf(delivery, accounts)),
		url: links[0] ?? post.ownLink ?? null,
		problem: describeProblem(post, deliveries, time, accounts),
	};
}

function labelOf(delivery: SimpleDelivery, { labels }: CalendarAccounts): string {
	const { account_id, name, platform } = delivery;
	const id = firstText(account_id) ?? 'unknown account';
	return labels.get(id) ?? accountLabel({ id, name, platform });
}

function describeProblem(
	{ status, ownError }: ListedPost,
	deliveries: SimpleDelivery[],
	time: DateTime,
	accounts: CalendarAccounts,
): string | null {
	if (status === 'scheduled' && isOverdue(time.toMillis())) {
		return `It was due at ${time.toFormat('HH:mm')}, but it has not been published. It is still scheduled.`;
	}
	const failed = deliveries
		.filter(hasFailed)
		.map((delivery) => describeFailedDelivery(delivery, labelOf(delivery, accounts)));
	const sentences = [...(ownError === undefined ? [] : [ownError]), ...failed];
	if (sentences.length > 0) return sentences.map(asSentence).join(' ');
	return status === 'failed' ? 'The post failed.' : null;
}

/**
 * The slots in which none of the accounts has a scheduled post, by date: ISO 8601, with the offset of the zone. As for a new
 * post, a slot is at least two minutes ahead.
 */
function findFreeSlots(
	posts: ListedPost[],
	{ first, last, zone }: CalendarRequest,
	slots: WeeklySlot[],
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
	return new Map([...byDate].map(([date, ofDay]) => [date, ofDay.map(toIso)]));
}

function toIso(time: DateTime): string {
	return time.toISO({ suppressMilliseconds: true }) ?? '';
}

/** How a page and a feed call the states of a post. */
const NAMES: Record<string, string> = {
	partial: 'Partially published',
	published: 'Published',
	publishing: 'Publishing',
	scheduled: 'Scheduled',
	failed: 'Failed',
};

/** The state of a post in a word or two; empty if unknown. */
export function stateOf({ status, problem }: CalendarPost): string {
	if (status === 'scheduled' && problem !== null) return 'Not sent';
	const name = NAMES[status ?? ''] ?? (status ?? '').replaceAll('_', ' ');
	return status === 'published' && problem !== null ? 'Check' : name;
}
