import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../nodes/SocialPublishing/api/statistics/figures';
import { toDays, toSummary } from '../../../../nodes/SocialPublishing/api/statistics/table';

const noAccounts = new Map();
const summary = (record: IDataObject, known = {}) =>
	toSummary(readFigures(record, known), noAccounts);
const perDay = (record: IDataObject, known = {}) => toDays(readFigures(record, known), noAccounts);

/** Followers of two days, and one like that is no series. */
const followerShapes: Array<[string, IDataObject]> = [
	[
		'a list of days with a value',
		{
			followers: [
				{ date: '2027-03-13', value: 4 },
				{ date: '2027-03-14', value: 6 },
			],
			engagement: { likes: 1 },
		},
	],
	[
		'a series within the metric, and a newest value',
		{
			metrics: {
				followers: {
					series: [
						{ day: '2027-03-13', count: 4 },
						{ day: '2027-03-14', count: 6 },
					],
					current: 6,
				},
				likes: { total: 1 },
			},
		},
	],
	[
		'an object of days, and labelled totals',
		{
			followers: { days: { '2027-03-13': 4, '2027-03-14': { count: 6 } } },
			engagement: [{ metric: 'likes', value: '1' }],
		},
	],
	[
		'labelled series',
		{
			series: [
				{
					name: 'followers',
					points: [
						['2027-03-13', 4],
						['2027-03-14', 6],
					],
				},
			],
			totals: { likes: 1 },
		},
	],
	[
		'rows of all metrics',
		{
			items: [
				{ account_id: 3, id: 'row_1', recorded_at: '2027-03-13T06:00:00Z', followers: 4 },
				{ account_id: 3, id: 'row_2', recorded_at: '2027-03-14T06:00:00Z', followers: 6 },
			],
			last_refresh: { likes: 1 },
		},
	],
	[
		'rows of one metric each',
		{
			rows: [
				{ metric: 'followers', date: '2027-03-14', value: 6 },
				{ metric: 'followers', date: '2027-03-13', value: 4 },
				{ metric: 'likes', value: 1 },
			],
		},
	],
	[
		'a list of days and a list of values',
		{ dates: ['2027-03-13', '2027-03-14'], followers: [4, 6], engagement: { likes: 1 } },
	],
	[
		'series by name',
		{
			followers_by_day: [
				{ date: '2027-03-13', followers: 4 },
				{ date: '2027-03-14', followers: 6 },
			],
			followers: 6,
			engagement: { likes: { value: 1, recorded_at: '2027-03-14T05:00:00Z' } },
		},
	],
];

describe.each(followerShapes)('%s', (_shape, record) => {
	const known = { account_id: '3' };

	it('becomes a row with the newest values and the change', () => {
		const [row, ...others] = summary(record, known) ?? [];
		expect(others).toEqual([]);
		expect(String(row?.account_id)).toBe('3');
		const likes = row?.likes ?? row?.last_refresh_likes;
		expect({ ...row, likes }).toMatchObject({ followers: 6, followers_change: 2, likes: 1 });
		expect(row).not.toHaveProperty('likes_change');
	});

	it('becomes a row for each day', () => {
		expect(perDay(record, known).map(({ date, metric, value }) => [date, metric, value])).toEqual([
			['2027-03-13', 'followers', 4],
			['2027-03-14', 'followers', 6],
		]);
	});
});

describe('accounts and posts of a workspace', () => {
	const accounts = {
		a: { name: 'Bakery', platform: 'pagebook', metrics: { followers: 4, likes: null } },
		b: { metrics: { followers: 0 } },
	};
	const rows = [
		{ account_id: 'a', account_name: 'Bakery', platform: 'pagebook', followers: 4, likes: null },
		{ account_id: 'b', account_name: null, platform: null, followers: 0 },
	];

	it.each<[string, IDataObject]>([
		['by ID', { accounts }],
		[
			'with an ID',
			{ accounts: Object.entries(accounts).map(([id, each]) => ({ id, ...each })), total: 2 },
		],
		[
			'with a nested account',
			{
				items: Object.entries(accounts).map(([id, { metrics, ...account }]) => ({
					account: { id, ...account },
					...metrics,
				})),
			},
		],
		[
			'with a row for each metric',
			{
				data: [
					{
						account_id: 'a',
						account_name: 'Bakery',
						platform: 'pagebook',
						metric: 'followers',
						value: 4,
					},
					{ account_id: 'a', platform: 'pagebook', metric: 'likes', value: null },
					{ account_id: 'b', metric: 'followers', value: 0 },
				],
			},
		],
	])('are told apart: %s', (_shape, record) => {
		expect(summary(record)).toEqual(rows);
	});

	it('have a row for each account of a post, and one for what is told of the post itself', () => {
		const posts = [
			{
				id: 'p',
				engagement: { likes: 5 },
				destinations: [
					{ id: 'd1', account_id: 'a', platform: 'pagebook', engagement: { likes: 3 } },
					{ id: 'd2', account_id: 'b', platform: 'shortpost', engagement: { likes: 2 } },
				],
			},
		];
		expect(summary({ posts })).toEqual([
			{ post_id: 'p', likes: 5 },
			{
				post_id: 'p',
				destination_id: 'd1',
				account_id: 'a',
				account_name: null,
				platform: 'pagebook',
				likes: 3,
			},
			{
				post_id: 'p',
				destination_id: 'd2',
				account_id: 'b',
				account_name: null,
				platform: 'shortpost',
				likes: 2,
			},
		]);
	});

	it('are told apart by the platform where there is no account', () => {
		const items = ['a', 'b'].map((platform) => ({ post_id: 1, platform, likes: 0 }));
		expect(summary({ items })).toEqual(items);
	});
});

it('adds the names that the list of accounts tells', () => {
	const account = { id: '3', name: 'Bakery', platform: 'pagebook', record: {} };
	const reading = readFigures({ followers: 4 }, { account_id: 3 });
	expect(toSummary(reading, new Map([['3', account]]))).toEqual([
		{ account_id: 3, account_name: 'Bakery', platform: 'pagebook', followers: 4 },
	]);
});
