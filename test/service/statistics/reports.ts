import { DateTime } from 'luxon';

import { invalidField } from '../core/errors';
import { day } from '../core/instant';
import type { Account, Destination, Post } from '../core/records';
import type { Service } from '../core/service';
import { engagementOf, followersOn } from './figures';

/** Both ends of a range are included. */
export const MAX_RANGE_DAYS = 365;
const DEFAULT_RANGE_DAYS = 30;

export interface RangeInput {
	start_date?: string | undefined;
	end_date?: string | undefined;
}

export interface Range {
	start: DateTime;
	end: DateTime;
}

/** The requested range; default: the 30 days up to today. */
export function rangeOf({ clock }: Service, { start_date, end_date }: RangeInput): Range {
	const today = DateTime.fromMillis(clock.now(), { zone: 'utc' }).startOf('day');
	const end = end_date === undefined ? today : day('end_date', end_date);
	const start =
		start_date === undefined
			? end.minus({ days: DEFAULT_RANGE_DAYS - 1 })
			: day('start_date', start_date);
	if (start > end) throw invalidField('end_date', 'is before start_date');
	if (end.diff(start, 'days').days + 1 > MAX_RANGE_DAYS) {
		throw invalidField('start_date', `the range is over ${MAX_RANGE_DAYS} days`);
	}
	return { start, end };
}

const iso = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString());

function errorsOf({ statistics: { error } }: Account) {
	if (!error) return [];
	return [{ code: error.code, message: error.message, occurred_at: iso(error.atMs) }];
}

/** The recorded figures of one account: followers by day, and engagement at the last refresh. */
export function accountReport(service: Service, account: Account, { start, end }: Range) {
	const { clock, dialect } = service;
	const days: Array<{ date: string | null; count: number | null }> = [];
	for (let date = start; date <= end; date = date.plus({ days: 1 })) {
		days.push({ date: date.toISODate(), count: followersOn(account, date, clock.now()) });
	}
	const recorded = days.filter(({ count }) => count !== null);
	const { refreshedAtMs, refreshes } = account.statistics;
	return {
		account_id: account.id,
		platform: account.platform,
		start_date: start.toISODate(),
		end_date: end.toISODate(),
		followers: dialect.followers === 'list' ? days : { days },
		last_known_followers: recorded.at(-1) ?? null,
		engagement: engagementOf(account, account.name, refreshes),
		coverage: { days: days.length, recorded_days: recorded.length },
		errors: errorsOf(account),
		refreshed_at: iso(refreshedAtMs),
	};
}

/** The last recorded engagement of every destination of a post. */
export function postReport(service: Service, post: Post) {
	const destinations = post.destinations.map((each) => destinationReport(service, each));
	return {
		post_id: post.id,
		destinations,
		coverage: {
			destinations: destinations.length,
			recorded_destinations: destinations.filter((each) => each.recorded_at !== null).length,
		},
	};
}

function destinationReport({ state }: Service, { id, content, publications }: Destination) {
	const account = state.accounts.get(content.account_id);
	if (!account) throw new Error('The account of a destination does not exist');
	const { refreshedAtMs, refreshes } = account.statistics;
	const publishedAtMs = publications[0]?.publishedAtMs;
	const recorded =
		publishedAtMs !== undefined && refreshedAtMs !== null && refreshedAtMs >= publishedAtMs;
	return {
		destination_id: id,
		account_id: account.id,
		platform: account.platform,
		engagement: engagementOf(account, id, recorded ? refreshes : 0),
		recorded_at: recorded ? iso(refreshedAtMs) : null,
		errors: errorsOf(account),
	};
}
