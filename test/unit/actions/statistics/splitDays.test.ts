import { splitDays } from '../../../../nodes/SocialPublishing/actions/statistics/splitDays';

const days = [
	{ date: '2027-03-13', count: 0 },
	{ date: '2027-03-14', count: null },
];

it.each([
	['a list', { account_id: 'a', followers: days }],
	['an object with a list', { account_id: 'a', followers: { days } }],
	['an object by date', { account_id: 'a', count: { '2027-03-13': 0, '2027-03-14': null } }],
])('days in %s become records of their account', (_name, record) => {
	expect(splitDays(record)).toEqual(days.map((day) => ({ account_id: 'a', ...day })));
});

it('days of several accounts keep their account', () => {
	const accounts = ['a', 'b'].map((account_id) => ({ account_id, platform: 'p', followers: days }));
	expect(splitDays({ accounts })).toHaveLength(4);
	expect(splitDays({ accounts })[3]).toEqual({ account_id: 'b', platform: 'p', ...days[1] });
});

it('a record without days stays as it is', () => {
	expect(splitDays({ account_id: 'a', followers: [] })).toEqual([
		{ account_id: 'a', followers: [] },
	]);
});
