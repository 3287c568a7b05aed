import type { IDataObject } from 'n8n-workflow';

import { toWideDays } from '../../../../nodes/SocialPublishing/api/statistics/wideTable';

const row = (date: string, account_name: string, value: number | null, more: IDataObject = {}) => ({
	date,
	account_id: account_name.toLowerCase(),
	account_name,
	platform: 'pagebook',
	metric: 'followers',
	value,
	...more,
});

it('toWideDays returns one row a day, a column for each account, and the total last', () => {
	const rows = toWideDays([
		row('2027-03-11', 'Bakery', 12),
		row('2027-03-10', 'Bakery', 10),
		row('2027-03-10', 'Cakes', 5),
		row('2027-03-11', 'Cakes', 6),
	]);
	expect(rows).toEqual([
		{
			date: '2027-03-10',
			'followers Bakery (pagebook)': 10,
			'followers Cakes (pagebook)': 5,
			'followers total': 15,
		},
		{
			date: '2027-03-11',
			'followers Bakery (pagebook)': 12,
			'followers Cakes (pagebook)': 6,
			'followers total': 18,
		},
	]);
	expect(Object.keys(rows[0] ?? {}).at(-1)).toBe('followers total');
});

it('toWideDays returns no total for a day on which an account has no value, but that of the others, and names the account', () => {
	const rows = toWideDays([
		row('2027-03-10', 'Bakery', 10),
		row('2027-03-10', 'Cakes', null),
		row('2027-03-11', 'Bakery', 12),
		row('2027-03-11', 'Cakes', 0),
	]);
	expect(rows.map((day) => day['followers total'])).toEqual([null, 12]);
	expect(rows.map((day) => day['followers total of known accounts'])).toEqual([10, 12]);
	expect(rows.map((day) => day.missing_accounts)).toEqual([['Cakes (pagebook)'], []]);
	expect(rows.map((day) => day['followers Cakes (pagebook)'])).toEqual([null, 0]);
});

it('toWideDays names an account that has no value on any day, and returns no total without it', () => {
	const rows = toWideDays([row('2027-03-10', 'Bakery', 10), row('2027-03-10', 'Cakes', null)]);
	expect(rows).toEqual([
		{
			date: '2027-03-10',
			'followers Bakery (pagebook)': 10,
			'followers Cakes (pagebook)': null,
			'followers total': null,
			'followers total of known accounts': 10,
			missing_accounts: ['Cakes (pagebook)'],
		},
	]);
});

it('toWideDays returns a column for each metric, and adds up counts only', () => {
	const rate = { metric: 'engagement_rate' };
	const [day] = toWideDays([
		row('2027-03-10', 'Bakery', 10),
		row('2027-03-10', 'Bakery', 0.5, rate),
		row('2027-03-10', 'Cakes', 5),
		row('2027-03-10', 'Cakes', 0.25, rate),
	]);
	expect(day).toEqual({
		date: '2027-03-10',
		'followers Bakery (pagebook)': 10,
		'engagement_rate Bakery (pagebook)': 0.5,
		'followers Cakes (pagebook)': 5,
		'engagement_rate Cakes (pagebook)': 0.25,
		'followers total': 15,
	});
});

it.each(['engagement_rate', 'click_ratio', 'reach_percent', 'average_watch_seconds', 'avg_views'])(
	'toWideDays does not add up %s, even if all values are whole numbers',
	(metric) => {
		const rows = ['Bakery', 'Cakes'].map((name) => row('2027-03-10', name, 3, { metric }));
		expect(toWideDays(rows)).toEqual([
			{
				date: '2027-03-10',
				[`${metric} Bakery (pagebook)`]: 3,
				[`${metric} Cakes (pagebook)`]: 3,
			},
		]);
	},
);

it('toWideDays adds up shares and other counts whose names look like rates', () => {
	const rows = ['shares', 'ratings', 'means_clicks'].flatMap((metric) =>
		['Bakery', 'Cakes'].map((name) => row('2027-03-10', name, 3, { metric })),
	);
	expect(toWideDays(rows)).toMatchObject([
		{ 'shares total': 6, 'ratings total': 6, 'means_clicks total': 6 },
	]);
});

it('toWideDays distinguishes accounts with the same name by ID, and uses the ID if there is no name', () => {
	const [day] = toWideDays([
		row('2027-03-10', 'Bakery', 1),
		row('2027-03-10', 'Bakery', 2, { account_id: 'other' }),
		row('2027-03-10', 'x', 3, { account_name: null, platform: null }),
	]);
	expect(Object.keys(day ?? {})).toEqual([
		'date',
		'followers Bakery (pagebook) [bakery]',
		'followers Bakery (pagebook) [other]',
		'followers x',
		'followers total',
	]);
});

it('toWideDays returns no total for a single account or for posts', () => {
	expect(toWideDays([row('2027-03-10', 'Bakery', 1)])).toEqual([
		{ date: '2027-03-10', 'followers Bakery (pagebook)': 1 },
	]);
	const ofPost = (post_id: number) => row('2027-03-10', 'Bakery', post_id, { post_id });
	expect(toWideDays([ofPost(1), ofPost(2)])).toEqual([
		{
			date: '2027-03-10',
			'followers Bakery post 1 (pagebook)': 1,
			'followers Bakery post 2 (pagebook)': 2,
		},
	]);
});

it('toWideDays returns an empty table without rows', () => {
	expect(toWideDays([])).toEqual([]);
});
