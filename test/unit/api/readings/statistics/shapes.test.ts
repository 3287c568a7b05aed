import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toDays, toSummary } from '../../../../../nodes/SocialPublishing/api/statistics/table';

const noAccounts = new Map();
const summary = (record: IDataObject, known = {}) =>
	toSummary(readFigures(record, known), noAccounts);
const perDay = (record: IDataObject, known = {}) =>
	toDays(readFigures(record, known), noAccounts) ?? [];

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
		'a series in a group of points',
		{
			followers: {
				points: [
					{ recorded_date: '2027-03-13', followers: 4 },
					{ recorded_date: '2027-03-14', followers: 6 },
				],
			},
			engagement: { metrics: { likes: 1 } },
		},
	],
	[
		'an object of days',
		{
			followers: { days: { '2027-03-13': 4, '2027-03-14': { count: 6 } } },
			engagement: { likes: 1 },
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
		'series by name',
		{
			daily: [
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
