import type { IDataObject } from 'n8n-workflow';

import { joinResponses } from '../../../../nodes/SocialPublishing/actions/statistics/fetchStatistics';

const day = (date: string, count: number | null) => ({ date, count });

describe('the windows of a range', () => {
	const older = {
		account_id: 'acc_1',
		start_date: '2026-01-01',
		end_date: '2026-12-31',
		followers: [day('2026-12-30', 0), day('2026-12-31', null)],
		last_known_followers: day('2026-12-30', 0),
		engagement: { likes: null, shares: 0 },
		coverage: { days: 365, recorded_days: 300 },
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
		coverage: { days: 2, recorded_days: 1 },
		errors: [...older.errors, { code: 'down', occurred_at: '2027-01-02' }],
	};
	const joined = {
		...newer,
		start_date: '2026-01-01',
		followers: [...older.followers, ...newer.followers],
		last_known_followers: day('2026-12-30', 0),
	};

	it('are joined into one, with every day once and in order, and the newest coverage', () => {
		expect(joinResponses([older, newer])).toEqual(joined);
	});

	it('are joined account by account', () => {
		const other = { ...older, account_id: 'acc_2' };
		expect(joinResponses([{ accounts: [other, older] }, { accounts: [newer] }])).toEqual({
			accounts: [other, joined],
		});
	});

	it('are joined for an account whose days are null, or an empty object, in one of them', () => {
		const account = { account_id: 'acc_1', engagement: { likes: 3 } };
		const none = { accounts: [{ ...account, followers: null }] };
		const some = { accounts: [{ ...account, followers: [day('2027-01-01', 5)] }] };
		expect(joinResponses([none, some])).toEqual(some);
		expect(joinResponses([some, none])).toEqual(some);
		const keyed = { accounts: [{ ...account, followers: { '2027-01-01': 5 } }] };
		expect(joinResponses([keyed, { accounts: [{ ...account, followers: {} }] }])).toEqual(keyed);
		expect(joinResponses([keyed, none])).toEqual(keyed);
	});

	it.each(['error', 'errors', 'warning'])('keep the %s of an older one', (name) => {
		const older = { account_id: 'acc_1', [name]: { message: 'Not recorded before May' } };
		expect(joinResponses([older, { account_id: 'acc_1', [name]: null }])).toEqual(older);
	});

	it('leave figures null that are null by now', () => {
		const known = { engagement: { likes: 3 }, reach: 5 };
		expect(joinResponses([known, { engagement: null, reach: null }])).toEqual({
			engagement: null,
			reach: null,
		});
	});
});

describe('the pages of a response', () => {
	it('are joined, and nothing is counted twice', () => {
		const account = { account_id: 'acc_1', followers: [day('a', 1)], coverage: { days: 1 } };
		const pages = [
			{ accounts: [account], posts: [{ post_id: 'p1' }], next_cursor: 'more' },
			{ accounts: [account], posts: [{ post_id: 'p2' }], next_cursor: null },
			{ accounts: [account], posts: null },
		];
		expect(joinResponses(pages)).toEqual({
			accounts: [account],
			posts: [{ post_id: 'p1' }, { post_id: 'p2' }],
		});
	});
});

describe('rows of two responses', () => {
	const rows = (...counts: number[]) => counts.map((count) => ({ account_id: 1, count }));

	it.each<[string, IDataObject[], IDataObject[]]>([
		['by metric', [{ account_id: 1, metric: 'likes' }], [{ account_id: 1, metric: 'views' }]],
		['by platform', [{ post_id: 1, platform: 'a' }], [{ post_id: 1, platform: 'b' }]],
		[
			'by metric, each with its days',
			[{ account_id: 1, metric: 'likes', days: [day('a', 0)] }],
			[{ account_id: 1, metric: 'views', days: [day('b', 0)] }],
		],
		[
			'by time',
			[{ account_id: 1, recorded_at: '2026-01-01', followers: 3, errors: [{ code: 'x' }] }],
			[{ account_id: 1, recorded_at: '2026-01-02', followers: 3, errors: [{ code: 'x' }] }],
		],
		[
			'by a time in a number',
			[{ account_id: 1, timestamp: 1, followers: [3] }],
			[{ account_id: 1, timestamp: 2, followers: [3] }],
		],
		[
			'with a figure of their window',
			[{ account_id: 1, start_date: '2026-01-01', gained: 3, errors: [{ code: 'x' }] }],
			[{ account_id: 1, start_date: '2027-01-01', gained: 4, errors: [{ code: 'x' }] }],
		],
		['with other figures', rows(3), rows(4)],
		['that a response contains twice', rows(0, 0), rows(0)],
	])('%s are all kept', (_name, older, newer) => {
		const both = [...older, ...newer];
		expect(joinResponses([{ rows: older }, { rows: newer }])).toEqual({ rows: both });
		expect(joinResponses([{ items: older }, { items: newer }])).toEqual({ items: both });
	});

	it.each<[string, unknown[], unknown[]]>([
		['that are equal', [...rows(3), { post_id: 1, count: 4 }], rows(3)],
		['that are texts', ['a', 'b'], ['b']],
	])('%s count once', (_name, older, newer) => {
		const joined = joinResponses([{ rows: older }, { rows: newer }] as IDataObject[]);
		expect(joined).toEqual({ rows: older });
	});

	it('in columns are appended column by column', () => {
		const windows = [
			{ dates: ['2026-01-01', '2026-01-02'], counts: [0, null] },
			{ dates: ['2026-01-03', '2026-01-04'], counts: [0, null] },
		];
		expect(joinResponses(windows)).toEqual({
			dates: ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'],
			counts: [0, null, 0, null],
		});
	});
});
