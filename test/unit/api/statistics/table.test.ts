import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toDays } from '../../../../nodes/SocialPublishing/api/statistics/table';
import { days, perDay, summary } from './tables';

it('the summary distinguishes metrics of different groups', () => {
	expect(summary({ engagement: { likes: 1 }, lifetime: { likes: 9 } })).toEqual([
		{ likes: 1, lifetime_likes: 9 },
	]);
});

it('there is no table if figures contradict each other', () => {
	const items = (...values: number[]) => values.map((likes) => ({ likes }));
	expect(summary({ items: items(3, 3) })).toEqual([{ likes: 3 }]);
	const contradictory: IDataObject[] = [
		{ items: items(3, 4) },
		{ insights: { views: 3 }, views: 2 },
	];
	for (const record of contradictory) {
		expect(summary(record)).toBeUndefined();
		expect(toDays(readFigures(record, {}), new Map())).toBeUndefined();
	}
});

it('the summary counts no page, limit or day of the coverage as a figure', () => {
	const around = { total: 40, page: 1, limit: 50, retention_days: 730, coverage: { days: 30 } };
	expect(summary({ ...around, items: [] })).toEqual([]);
	expect(summary({ ...around, likes: 3 })).toEqual([{ likes: 3, coverage: { days: 30 } }]);
});

it('the summary has columns for times, coverage and errors', () => {
	const about = {
		start_date: '2027-03-10',
		refreshed_at: null,
		coverage: { days: 2, recorded_days: 1 },
		errors: [{ message: 'The platform was down.' }],
	};
	expect(summary({ account_id: 'a', platform: 'p', ...about, followers: days(1, null) })).toEqual([
		{
			account_id: 'a',
			account_name: null,
			platform: 'p',
			followers: 1,
			followers_change: null,
			...about,
		},
	]);
});

describe('the summary has a row without figures for', () => {
	const ofA = { account_id: 'a', likes: 1 };
	const error = { message: 'No permission' };
	const unnamed = { account_name: null, platform: null };

	it('an account that has none', () => {
		const accounts = [{ account_id: 'b', metrics: null, error }, ofA];
		expect(summary({ accounts })).toEqual([
			{ ...ofA, ...unnamed },
			{ account_id: 'b', ...unnamed, error },
		]);
	});

	it('an account of a post, and a post without any figure', () => {
		const posts = [
			{
				post_id: 'p',
				title: 'Bread',
				destinations: [ofA, { account_id: 'b', metrics: {}, error }],
			},
			{ post_id: 'q', metrics: null },
			{ post_id: 'r', likes: 2, destinations: [{ account_id: 'a', status: 'published' }] },
		];
		expect(
			summary({ posts })?.map(({ post_id, account_id, likes }) => [post_id, account_id, likes]),
		).toEqual([
			['p', 'a', 1],
			['r', undefined, 2],
			['p', 'b', undefined],
			['q', undefined, undefined],
			['r', 'a', undefined],
		]);
	});

	it('none if no figure can be read at all', () => {
		expect(summary({ accounts: [{ account_id: 'b', metrics: null }] })).toEqual([]);
	});
});

describe('rows by day', () => {
	it('have the account and the metric', () => {
		const accounts = ['a', 'b'].map((id) => ({ id, platform: 'p', followers: days(1, null) }));
		const shared = { platform: 'p', account_name: null, metric: 'followers' };
		expect(perDay({ accounts })).toEqual([
			{ ...shared, date: '2027-03-10', account_id: 'a', value: 1 },
			{ ...shared, date: '2027-03-11', account_id: 'a', value: null },
			{ ...shared, date: '2027-03-10', account_id: 'b', value: 1 },
			{ ...shared, date: '2027-03-11', account_id: 'b', value: null },
		]);
	});

	it('have the newest of several values of one day', () => {
		const at = (hour: string, followers: number | null) => ({
			recorded_at: `2027-03-10T${hour}:00:00Z`,
			followers,
		});
		const items = [at('08', 1), at('18', 2), at('20', null)];
		expect(perDay({ items })).toEqual([{ date: '2027-03-10', metric: 'followers', value: 2 }]);
	});

	it('count once where pages that have shifted repeat an account', () => {
		const account = { account_id: 'a', followers: days(1, null) };
		expect(perDay({ items: [account, account] })).toEqual(perDay({ items: [account] }));
		const post = { post_id: 'p', engagement: { likes: 3 } };
		expect(perDay({ items: [post, post] })).toHaveLength(1);
	});

	it('have the day of the recording where nothing is recorded by day', () => {
		const destinations = [
			{ id: 1, account_id: 'a', recorded_at: '2027-03-10T08:00:00Z', engagement: { likes: 3 } },
			{ id: 2, account_id: 'b', recorded_at: null, engagement: { likes: null } },
		];
		expect(perDay({ post_id: 'p', destinations })).toMatchObject([
			{ date: '2027-03-10', destination_id: 1, metric: 'likes', value: 3 },
			{ date: null, destination_id: 2, metric: 'likes', value: null },
		]);
	});

	it('keep every day and value of a list of days', () => {
		const value = fc.option(fc.integer(), { nil: null });
		fc.assert(
			fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), (values) => {
				const rows = perDay({ account_id: 'a', followers: days(...values) });
				expect(rows.map((row) => row.value)).toEqual(values);
				const known = values.filter((each) => each !== null);
				expect(summary({ account_id: 'a', followers: days(...values) })).toMatchObject([
					{ followers: known.at(-1) ?? null },
				]);
			}),
		);
	});
});

it('readFigures invents no figure, whatever the service sends', () => {
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
			const sent = JSON.stringify(record);
			const reading = readFigures(JSON.parse(sent), {});
			for (const { value } of reading.figures) {
				expect(value === null || sent.includes(JSON.stringify(value))).toBe(true);
			}
			expect(() => [summary(JSON.parse(sent)), perDay(JSON.parse(sent))]).not.toThrow();
		}),
	);
});
