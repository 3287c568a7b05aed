import type { IDataObject } from 'n8n-workflow';

import { joinWindows } from '../../../../nodes/SocialPublishing/actions/statistics/joinWindows';

const day = (date: string, count: number | null) => ({ date, count });

/** Joins windows of the given lengths; without them, of 10 days each. */
const join = (records: IDataObject[], lengths: number[] = []) =>
	joinWindows(records.map((record, index) => ({ days: lengths[index] ?? 10, record })));

describe('windows of statistics', () => {
	const older = {
		account_id: 'acc_1',
		start_date: '2026-01-01',
		end_date: '2026-12-31',
		followers: [day('2026-12-30', 0), day('2026-12-31', null)],
		last_known_followers: day('2026-12-30', 0),
		engagement: { likes: null, shares: 0 },
		coverage: { days: 365, recorded_days: 300, share: 0.82 },
		errors: [{ code: 'down', occurred_at: '2026-05-01' }],
		refreshed_at: '2027-01-01T00:00:00Z',
	};
	const newer = {
		...older,
		start_date: '2027-01-01',
		end_date: '2027-01-02',
		followers: [day('2027-01-01', null), day('2027-01-02', 7)],
		last_known_followers: null,
		engagement: { likes: 3, shares: 0 },
		coverage: { days: 2, recorded_days: 1, share: 0.5 },
		errors: [...older.errors, { code: 'down', occurred_at: '2027-01-02' }],
	};

	it('are joined into one, with every day once and in order', () => {
		expect(join([older, newer], [365, 2])).toEqual({
			account_id: 'acc_1',
			start_date: '2026-01-01',
			end_date: '2027-01-02',
			followers: [...older.followers, ...newer.followers],
			last_known_followers: day('2026-12-30', 0),
			engagement: { likes: 3, shares: 0 },
			coverage: { days: 367, recorded_days: 301, share: 0.5 },
			errors: newer.errors,
			refreshed_at: '2027-01-01T00:00:00Z',
		});
	});

	it('return a day once that a later window repeats, and keep both values of one that it changes', () => {
		const repeated = [{ followers: [day('a', 1), day('b', 2)] }, { followers: [day('b', 2)] }];
		expect(join(repeated)).toEqual({ followers: [day('a', 1), day('b', 2)] });
		const changed = [{ followers: [day('a', 1), day('b', null)] }, { followers: [day('b', 2)] }];
		expect(join(changed)).toEqual({ followers: [day('a', 1), day('b', null), day('b', 2)] });
	});

	it('are joined by the days in an object, and by the IDs of accounts', () => {
		const account = (date: string) => ({
			account_id: 'acc_1',
			followers: { days: [day(date, 1)] },
		});
		const windows = [{ accounts: [account('a')] }, { accounts: [account('b')] }];
		expect(join(windows)).toEqual({
			accounts: [{ account_id: 'acc_1', followers: { days: [day('a', 1), day('b', 1)] } }],
		});
	});

	it('are joined for an account whose days are null, or an empty object, in one of them', () => {
		const account = { account_id: 'acc_1', engagement: { likes: 3 } };
		const none = { ...account, followers: null, coverage: { days: 365, recorded_days: 0 } };
		const followers = [day('2027-01-01', 5)];
		const some = { ...account, followers, coverage: { days: 2, recorded_days: 1 } };
		const joined = { accounts: [{ ...some, coverage: { days: 367, recorded_days: 1 } }] };
		expect(join([{ accounts: [none] }, { accounts: [some] }], [365, 2])).toEqual(joined);
		expect(join([{ accounts: [some] }, { accounts: [none] }], [2, 365])).toEqual(joined);
		const keyed = { accounts: [{ ...account, followers: { '2027-01-01': 5 } }] };
		expect(join([keyed, { accounts: [{ ...account, followers: {} }] }])).toEqual(keyed);
	});

	it('are joined metric by metric if each row of an account has the days of one metric', () => {
		const row = (followers: IDataObject[] | null, views: IDataObject[] | null) => ({
			account_id: 'acc_1',
			followers,
			views,
		});
		const [a, b] = [[day('a', 1)], [day('b', 2)]];
		const windows = [
			{ rows: [row(a, null), row(null, a)] },
			{ rows: [row(b, null), row(null, b)] },
		];
		const both = [...a, ...b];
		expect(join(windows)).toEqual({ rows: [row(both, null), row(null, both)] });
	});

	it('count a post, which has no days, once', () => {
		const post = { post_id: 'post_1', coverage: { destinations: 2, recorded_destinations: 1 } };
		expect(join([{ posts: [post] }, { posts: [post] }])).toEqual({ posts: [post] });
	});

	it('stay as they are when there is one', () => {
		expect(join([older])).toEqual(older);
	});
});

it('windows are joined by platform, and their coverages are added up', () => {
	const window = (date: string) => ({
		followers_coverage: { days: 10, recorded_days: 9 },
		platforms: [{ platform: 'pagebook', followers: [day(date, 1)] }],
	});
	expect(join([window('a'), window('b')])).toEqual({
		followers_coverage: { days: 20, recorded_days: 18 },
		platforms: [{ platform: 'pagebook', followers: [day('a', 1), day('b', 1)] }],
	});
});

describe('rows of windows', () => {
	it.each<[string, IDataObject[], IDataObject[]]>([
		[
			'of an account, told apart by a moment',
			[{ account_id: 1, recorded_at: '2026-01-01T00:00:00Z', followers: 3 }],
			[{ account_id: 1, recorded_at: '2026-01-02T00:00:00Z', followers: 3 }],
		],
		[
			'of an account, told apart by their metric',
			[{ account_id: 1, metric: 'likes', days: [{ date: '2026-01-01', value: 0 }] }],
			[{ account_id: 1, metric: 'views', days: [{ date: '2026-01-02', value: 0 }] }],
		],
		['that are bare numbers', [{ count: 0 }, { count: 0 }], [{ count: 0 }]],
		[
			'that their own window repeats',
			[
				{ account_id: 1, count: 0 },
				{ account_id: 1, count: 0 },
			],
			[{ account_id: 1, count: 0 }],
		],
		['with other figures', [{ account_id: 1, likes: 3 }], [{ account_id: 1, likes: 4 }]],
		[
			'with days and other figures',
			[{ account_id: 1, likes: 3, days: [{ date: '2026-01-01' }] }],
			[{ account_id: 1, likes: 4, days: [{ date: '2026-01-02' }] }],
		],
	])('%s are all kept', (_name, older, newer) => {
		expect(join([{ rows: older }, { rows: newer }])).toEqual({ rows: [...older, ...newer] });
	});

	it('stay although a window has none', () => {
		const rows = { rows: [day('a', 1)], nested: { days: [day('a', 1)] } };
		expect(join([rows, { rows: null, nested: null }])).toEqual(rows);
	});

	it('in columns are appended column by column', () => {
		const windows = [
			{ dates: ['2026-01-01', '2026-01-02'], counts: [0, 0] },
			{ dates: ['2026-01-03', '2026-01-04'], counts: [0, 0] },
		];
		expect(join(windows)).toEqual({
			dates: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
			counts: [0, 0, 0, 0],
		});
	});
});

describe('counts of days', () => {
	it.each<[string, IDataObject, IDataObject, IDataObject]>([
		['of another kind', { retention_days: 730 }, { retention_days: 730 }, { retention_days: 730 }],
		['of the window', { days: 365 }, { days: 5 }, { days: 370 }],
		['that do not fit the window', { days: 30 }, { days: 30 }, { days: 30 }],
		['recorded', { recorded_days: 300 }, { recorded_days: 0 }, { recorded_days: 300 }],
		['unknown', { recorded_days: 300 }, { recorded_days: null }, { recorded_days: null }],
	])('%s are joined from %j and %j', (_name, older, newer, expected) => {
		const join370 = (records: IDataObject[]) => join(records, [365, 5]);
		expect(join370([{ coverage: older }, { coverage: newer }])).toEqual({ coverage: expected });
		expect(join370([older, newer])).toEqual(newer);
	});
});
