import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

/** A record of the list of posts, and when the service would say that the post goes out, went out or failed. */
export interface KnownPost {
	record: IDataObject & { id: string };
	accounts: string[];
	/** Milliseconds since 1970; undefined for a post without such a time. */
	timeMs: number | undefined;
}

/** Days of posts around a change of the clocks. */
export interface Plan {
	zone: string;
	nowMs: number;
	/** The first day of the period, in days from today, and how many days it has. */
	firstDay: number;
	days: number;
	posts: KnownPost[];
	/** The accounts that the filters choose; empty for all. */
	filter: string[];
}

export const ACCOUNTS = ['a', 'b', 'c'];

/** Just before a change of the clocks, forward or back; in Cairo and Havana, it skips or repeats midnight. */
const PLACES = [
	{ zone: 'Europe/Berlin', change: '2027-03-28T01:00:00Z' },
	{ zone: 'Europe/Berlin', change: '2027-10-31T01:00:00Z' },
	{ zone: 'America/New_York', change: '2027-03-14T07:00:00Z' },
	{ zone: 'America/New_York', change: '2027-11-07T06:00:00Z' },
	{ zone: 'Australia/Lord_Howe', change: '2027-04-03T15:00:00Z' },
	{ zone: 'Australia/Lord_Howe', change: '2027-10-02T15:30:00Z' },
	{ zone: 'Africa/Cairo', change: '2027-04-29T22:00:00Z' },
	{ zone: 'America/Havana', change: '2027-03-14T05:00:00Z' },
	{ zone: 'America/Havana', change: '2027-11-07T05:00:00Z' },
	{ zone: 'Pacific/Kiritimati', change: '2027-06-01T00:00:00Z' },
	{ zone: 'Pacific/Pago_Pago', change: '2027-06-01T00:00:00Z' },
];

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** Half of the times are full hours, to hit the midnight of a zone. */
const minutes = fc.oneof(
	fc.integer({ min: -4 * DAY_MINUTES, max: 4 * DAY_MINUTES }),
	fc.integer({ min: -4 * 24, max: 4 * 24 }).map((hours) => hours * 60),
);

const KINDS = [
	'scheduled',
	'published',
	'on time',
	'early',
	'failed',
	'draft',
	'cancelled',
] as const;

const form = fc.constantFrom<(ms: number) => string | number>(
	(ms) => new Date(ms).toISOString(),
	(ms) => new Date(ms + 120 * MINUTE_MS).toISOString().replace('Z', '+02:00'),
	(ms) => ms / 1_000,
);

const post = fc
	.record({
		kind: fc.constantFrom(...KINDS),
		minutes,
		form,
		accounts: fc.subarray(ACCOUNTS, { minLength: 1 }),
	})
	.map(({ kind, form: write, accounts, ...time }) => (changeMs: number, index: number) => {
		const timeMs = changeMs + time.minutes * MINUTE_MS;
		const [at, hourLater] = [write(timeMs), write(timeMs + 60 * MINUTE_MS)];
		const outAt = write(timeMs + 90_000);
		const base = { id: `post_${index}`, text: `Post ${index}` };
		const record = (
			status: string,
			scheduled_at: string | number | null,
			more: IDataObject = {},
		) => ({
			...{ ...base, status, scheduled_at },
			destinations: accounts.map((account_id) => ({ account_id, status, ...more })),
		});
		const records = {
			scheduled: record('scheduled', at),
			published: record('published', null, { published_at: at }),
			'on time': record('published', at, { published_at: outAt }),
			early: record('published', hourLater, { published_at: at }),
			failed: record('failed', null, { failed_at: at }),
			draft: record('draft', at),
			cancelled: record('cancelled', at),
		};
		const isTimed = kind !== 'draft' && kind !== 'cancelled';
		return { record: records[kind], accounts, timeMs: isTimed ? timeMs : undefined };
	});

export const plans: fc.Arbitrary<Plan> = fc
	.record({
		place: fc.constantFrom(...PLACES),
		now: minutes,
		firstDay: fc.integer({ min: -4, max: 3 }),
		days: fc.integer({ min: 1, max: 9 }),
		posts: fc.array(post, { maxLength: 25 }),
		filter: fc.subarray(ACCOUNTS),
	})
	.map(({ place, now, posts, ...others }) => {
		const changeMs = Date.parse(place.change);
		return {
			...others,
			zone: place.zone,
			nowMs: changeMs + now * MINUTE_MS,
			posts: posts.map((make, index) => make(changeMs, index)),
		};
	});
