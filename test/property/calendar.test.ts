import fc from 'fast-check';
import ICAL from 'ical.js';

import { toCalendarDays } from '../../nodes/SocialPublishing/actions/post/calendar/calendar';
import { writeFeed } from '../../nodes/SocialPublishing/actions/post/calendar/feed';
import { toPage } from '../../nodes/SocialPublishing/actions/post/calendar/page';
import { readListedPost } from '../../nodes/SocialPublishing/api/listedPosts';
import { clock } from '../../nodes/SocialPublishing/shared/clock';
import { DateTime } from '../../nodes/SocialPublishing/vendor/libraries';
import { ACCOUNTS, plans, type Plan } from './calendar/plan';
import { PROPERTY_TIMEOUT_MS, settings } from './settings';

const DAY_MS = 24 * 60 * 60 * 1_000;
const SLOT_TIMES = ['00:00', '02:30', '09:00'];

/** The date and the time of day in a zone, by another library than that of the node. */
function localTime(timeMs: number, timeZone: string): { date: string; time: string } {
	const [date = '', time = ''] = new Date(timeMs).toLocaleString('sv', { timeZone }).split(' ');
	return { date, time: time.slice(0, 5) };
}

function draw({ days, filter, firstDay, nowMs, posts, zone }: Plan) {
	jest.spyOn(clock, 'now').mockReturnValue(nowMs);
	const today = Date.parse(`${localTime(nowMs, zone).date}T00:00:00Z`);
	const first = DateTime.fromMillis(today + firstDay * DAY_MS, { zone: 'utc' });
	const slots = SLOT_TIMES.flatMap((time) => {
		const [hour = 0, minute = 0] = time.split(':').map(Number);
		return [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, hour, minute }));
	});
	const last = first.plus({ days: days - 1 });
	const request = { first, last, zone, form: 'page' as const, slots };
	const counted = filter.length > 0 ? filter : ACCOUNTS;
	const accounts = {
		labels: new Map(ACCOUNTS.map((id) => [id, `Account ${id}`])),
		counted: new Set(counted),
		isFiltered: filter.length > 0,
	};
	const shown = toCalendarDays(
		posts.map(({ record }) => readListedPost(record)),
		request,
		accounts,
	);
	const page = toPage(shown, request, accounts).json;
	const feed = writeFeed(shown.flatMap((day) => day.posts));
	return { first, counted, shown, page, feed };
}

/**
 * Posts around both changes of the clocks: each is on the day on which it goes out, went out or failed in the zone, and on no
 * other; and the items, the page and the feed show the same.
 */
it(
	'a calendar shows each post on its day, as items, as a page and as a feed',
	async () => {
		await fc.assert(
			fc.asyncProperty(plans, async (plan) => {
				const { first, counted, shown, page, feed } = draw(plan);
				const dates = Array.from({ length: plan.days }, (_, index) =>
					new Date(first.toMillis() + index * DAY_MS).toISOString().slice(0, 10),
				);
				const relevant = plan.posts.filter(({ accounts }) =>
					accounts.some((id) => counted.includes(id)),
				);
				const onDay = (date: string) =>
					relevant.filter(
						({ timeMs }) => timeMs !== undefined && localTime(timeMs, plan.zone).date === date,
					);
				const untimed = relevant.filter(({ timeMs }) => timeMs === undefined).length;
				expect(shown).toEqual(
					dates.map((date) => {
						const posts = onDay(date);
						const used = posts.flatMap(({ accounts }) => accounts);
						return {
							date,
							weekday: new Date(date).toLocaleString('en', { weekday: 'long', timeZone: 'UTC' }),
							count: posts.length,
							posts: expect.any(Array),
							accounts_without_post: counted
								.filter((id) => !used.includes(id))
								.map((id) => `Account ${id}`),
							is_empty: posts.length === 0,
							posts_without_time: untimed,
							free_slots: expect.any(Array),
						};
					}),
				);
				for (const day of shown) {
					const expected = onDay(day.date);
					expect(day.posts.map(({ id }) => id).sort()).toEqual(
						expected.map(({ record }) => record.id).sort(),
					);
					for (const { id, time } of day.posts) {
						const post = expected.find(({ record }) => record.id === id);
						expect(Date.parse(time)).toBe(post?.timeMs);
						expect(time.slice(0, 10)).toBe(day.date);
					}
				}
				expect(page.count).toBe(shown.reduce((sum, { count }) => sum + count, 0));
				expect(page.empty_days).toEqual(
					shown.filter(({ count }) => count === 0).map(({ date }) => date),
				);
				const [, ...ofDays] = String(page.html).split('<time datetime="');
				expect(
					ofDays.map((part) => [part.slice(0, 10), part.split('<article').length - 1]),
				).toEqual(shown.map(({ date, count }) => [date, count]));
				const events = new ICAL.Component(ICAL.parse(feed))
					.getAllSubcomponents('vevent')
					.map((each) => new ICAL.Event(each));
				expect(events.map(({ startDate, uid }) => [uid, startDate.toUnixTime() * 1_000])).toEqual(
					shown
						.flatMap(({ posts }) => posts)
						.map(({ id, time }) => [`${id}@social-publishing`, Date.parse(time)]),
				);
				judgeSlots(plan, counted, shown);
			}),
			settings(500),
		);
	},
	PROPERTY_TIMEOUT_MS,
);

/** A free slot is at one of the times, in the future, and no account has a scheduled post then; and no such slot is missing. */
function judgeSlots(
	{ nowMs, posts, zone }: Plan,
	counted: string[],
	shown: ReturnType<typeof toCalendarDays>,
): void {
	const taken = posts
		.filter(({ record }) => record.status === 'scheduled')
		.filter(({ accounts }) => accounts.some((id) => counted.includes(id)))
		.map(({ timeMs }) => timeMs);
	for (const { date, free_slots: free = [] } of shown) {
		const times = free.map((slot) => Date.parse(slot));
		for (const timeMs of times) {
			expect(localTime(timeMs, zone)).toEqual({ date, time: expect.any(String) });
			expect(SLOT_TIMES).toContain(localTime(timeMs, zone).time);
			expect(timeMs).toBeGreaterThanOrEqual(nowMs + 120_000);
			expect(taken).not.toContain(timeMs);
		}
		// At nine, no clock changes.
		const nine = DateTime.fromISO(`${date}T09:00`, { zone }).toMillis();
		if (nine >= nowMs + 120_000 && !taken.includes(nine)) expect(times).toContain(nine);
	}
}
