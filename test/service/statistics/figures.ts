import { createHash } from 'node:crypto';
import { DateTime } from 'luxon';

import type { Account } from '../core/records';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A new account without followers has a recorded zero for this long. */
const ZERO_DAYS = 10;

/** About one in this many days was not recorded. */
const GAP_EVERY = 11;

/** Returns a number below `range` that is always the same for the same names. */
function stable(range: number, ...names: string[]): number {
	return createHash('sha1').update(names.join('|')).digest().readUInt32BE(0) % range;
}

/** Followers at the end of a day; null if that day was not recorded. */
export function followersOn(account: Account, date: DateTime, nowMs: number): number | null {
	const start = account.statistics.followersAtStart;
	const firstDay = DateTime.fromMillis(account.connectedAtMs, { zone: 'utc' }).startOf('day');
	const age = Math.floor((date.toMillis() - firstDay.toMillis()) / DAY_MS);
	if (start === null || age < 0 || date.toMillis() > nowMs) return null;
	if (age > ZERO_DAYS && stable(GAP_EVERY, account.name, date.toISODate() ?? '') === 0) return null;
	return start === 0 && age < ZERO_DAYS ? 0 : start + age * 3 + stable(3, date.toISODate() ?? '');
}

export interface Engagement {
	likes: number | null;
	comments: number | null;
	shares: number | null;
	views: number | null;
}

/** Metrics that a platform does not report; they stay null. */
const unreportedMetrics: Partial<Record<string, Array<keyof Engagement>>> = {
	shortpost: ['views'],
	worklink: ['shares', 'views'],
};

/** Cumulative engagement after a number of refreshes; all null before the first. */
export function engagementOf(account: Account, subject: string, refreshes: number): Engagement {
	const figure = (metric: keyof Engagement, range: number) =>
		refreshes === 0 || unreportedMetrics[account.platform]?.includes(metric)
			? null
			: (refreshes - 1) * (1 + stable(range, subject, metric));
	return {
		likes: figure('likes', 40),
		comments: figure('comments', 9),
		shares: figure('shares', 5),
		views: figure('views', 900),
	};
}
