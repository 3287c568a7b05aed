import { days, perDay, summary } from './tables';

describe('the newest value', () => {
	it.each([
		[[1, 3, 2], 2, 1],
		[[0, null, 0], 0, 0],
		[[null, 4, 6, null], 6, 2],
		[[0.1, 0.3], 0.3, 0.2],
		[[5], 5, null],
		[[null, 5, null], 5, null],
		[[null, null], null, null],
	])('of %j is %j, changed by %j', (values, followers, followers_change) => {
		expect(summary({ followers: days(...values) })).toEqual([{ followers, followers_change }]);
	});

	it('is null where nothing is recorded', () => {
		expect(summary({ followers: null, reach: [], engagement: { likes: null, shares: 0 } })).toEqual(
			[{ followers: null, reach: null, likes: null, shares: 0 }],
		);
	});

	it('is not the last known value, which has a column of its own', () => {
		const lastKnown = { date: '2027-02-01', count: 7 };
		const missing = { followers: days(null, null), engagement: { likes: null } };
		expect(
			summary({ ...missing, last_known_followers: lastKnown, last_known: { likes: 2 } }),
		).toEqual([
			{
				followers: null,
				followers_change: null,
				likes: null,
				last_known_followers: 7,
				last_known_followers_date: '2027-02-01',
				last_known_likes: 2,
			},
		]);
		expect(perDay({ ...missing, last_known_followers: lastKnown })).toHaveLength(2);
	});
});

it("the service's own figure takes precedence over the change of the same name, wherever it is", () => {
	for (const change of [9, null]) {
		const before = { followers_change: change, followers: days(1, 3) };
		const after = { followers: days(1, 3), followers_change: change };
		for (const record of [before, after]) {
			expect(summary(record)).toEqual([{ followers: 3, followers_change: change }]);
		}
	}
});
