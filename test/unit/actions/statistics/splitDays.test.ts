import { splitDays } from '../../../../nodes/SocialPublishing/actions/statistics/splitDays';

const days = [
	{ date: '2027-03-13', count: 0 },
	{ date: '2027-03-14', count: null },
];

const metric = 'followers';

it.each([
	['a list', { account_id: 'a', followers: days }, { metric }],
	['an object with a list', { account_id: 'a', followers: { days } }, { metric }],
	['a list with a label', { account_id: 'a', series: [{ metric, points: days }] }, { metric }],
	['a list without a name', { account_id: 'a', days }, {}],
	['an object by date', { account_id: 'a', count: { '2027-03-13': 0, '2027-03-14': null } }, {}],
	[
		'objects by date',
		{ account_id: 'a', followers: { '2027-03-13': { count: 0 }, '2027-03-14': { count: null } } },
		{ metric },
	],
])('days in %s become records of their account and metric', (_name, record, more) => {
	expect(splitDays(record)).toEqual(days.map((day) => ({ account_id: 'a', ...more, ...day })));
});

it('days of several metrics can be told apart', () => {
	const rows = splitDays({ id: 'a', followers: days, engagement: { likes: days, views: days } });
	expect(rows).toEqual(
		['followers', 'likes', 'views'].flatMap((name) =>
			days.map((day) => ({ id: 'a', metric: name, ...day })),
		),
	);
});

it('values by date keep their account and metric', () => {
	const followers = { days: { '2027-03-13': 4 } };
	expect(splitDays({ accounts: [{ id: 'a', followers }] })).toEqual([
		{ id: 'a', date: '2027-03-13', followers: 4 },
	]);
	expect(splitDays({ id: 'a', '2027-03-13': 4 })).toEqual([
		{ id: 'a', date: '2027-03-13', value: 4 },
	]);
});

it('days of several accounts keep their account', () => {
	const accounts = ['a', 'b'].map((account_id) => ({ account_id, platform: 'p', followers: days }));
	expect(splitDays({ accounts })).toHaveLength(4);
	expect(splitDays({ accounts })[3]).toEqual({
		account_id: 'b',
		platform: 'p',
		metric,
		...days[1],
	});
});

it('a record without days stays as it is', () => {
	expect(splitDays({ account_id: 'a', followers: [] })).toEqual([
		{ account_id: 'a', followers: [] },
	]);
});
