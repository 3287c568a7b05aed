import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toDays, toSummary } from '../../../../../nodes/SocialPublishing/api/statistics/table';

const noAccounts = new Map();
const summary = (record: IDataObject) => toSummary(readFigures(record, {}), noAccounts);
const perDay = (record: IDataObject) => toDays(readFigures(record, {}), noAccounts) ?? [];
const DAY = '2027-03-14';

it.each<[IDataObject]>([
	[{ followers: [{ date: DAY, count: 6 }] }],
	[{ followers: { days: { [DAY]: 6 } } }],
	[{ followers: { days: { [DAY]: { count: 6 } } } }],
	[{ accounts: { [DAY]: { followers: 6 } } }],
	[{ followers: { by_date: { [DAY]: 6 } } }],
	[{ by_date: { [DAY]: { followers: 6 } } }],
	[{ by_date: [{ date: DAY, followers: 6 }] }],
])('a single day is a series too: %j', (record) => {
	expect(summary(record)).toMatchObject([{ followers: 6, followers_change: null }]);
	expect(perDay(record)).toEqual([{ date: DAY, metric: 'followers', value: 6 }]);
});

it('a series whose name ends like that of a time is a metric of its own', () => {
	for (const name of ['followers_by_date', 'followers_per_date'])
		expect(perDay({ [name]: { [DAY]: 6 } })).toEqual([{ date: DAY, metric: name, value: 6 }]);
});

it('a missing value does not contradict a known value', () => {
	const items = [null, 3].map((likes) => ({ account_id: 'a', likes }));
	expect(summary({ items })).toMatchObject([{ likes: 3 }]);
});

it('a figure next to the records of accounts is not lost', () => {
	const accounts = { acc_1: { likes: 3 }, followers: 5 };
	expect(summary({ accounts })).toEqual([expect.objectContaining({ followers: 5 })]);
});

it('rows by day leave out figures without a day', () => {
	const accounts = [
		{ id: 'a', followers: { [DAY]: 6 } },
		{ id: 'b', likes: 3 },
	];
	expect(perDay({ accounts })).toMatchObject([{ date: DAY, account_id: 'a', value: 6 }]);
});

it('texts next to figures are columns of the summary', () => {
	const said = { note: '12', room: 'B', is_final: true, value: 'unknown', [DAY]: 'closed' };
	expect(summary({ likes: 3, ...said })).toEqual([
		{ likes: 3, note: '12', room: 'B', is_final: true, value: 'unknown' },
	]);
});

it.each<[IDataObject, IDataObject]>([
	[{ engagement: { total: 5 } }, { engagement: 5 }],
	[{ lifetime: { accounts: [{ likes: 3 }] } }, { likes: 3 }],
	[{ items: [{ name: 'Bakery', likes: 3 }] }, { likes: 3 }],
	[{ items: [{ name: 'Bakery', engagement: { likes: 3 } }] }, { likes: 3 }],
	[{ accounts: { current: { likes: 3 } } }, { likes: 3 }],
])('a figure has the name of its metric: %j', (record, row) => {
	expect(summary(record)).toEqual([row]);
});

it('figures whose names repeat that of their group are different metrics', () => {
	const reach = { reach: 6, reach_total: 5 };
	expect(summary({ reach })).toEqual([{ reach: 6, reach_reach_total: 5 }]);
	expect(summary({ reach: [{ date: DAY, ...reach }] })).toMatchObject([
		{ reach: 6, reach_reach_total: 5 },
	]);
});

it.each<[IDataObject]>([
	[{ items: [{ id: 'x', name: 'Bakery', count: 3 }] }],
	[{ items: [{ account_id: 'x', name: 'Bakery', count: 3 }] }],
	[{ accounts: [{ name: 'Bakery', total: 3 }] }],
])('a number without the name of a metric is not a figure: %j', (record) => {
	expect(summary(record)).toEqual([]);
});

it('the name of an account is not that of its series', () => {
	const [row] = summary({ items: [{ name: 'Bakery', reach: { [DAY]: 3 } }] }) ?? [];
	expect(row).toMatchObject({ reach: 3 });
});

it('a metric name may contain a unit of time', () => {
	expect(perDay({ likes_on_reels: 3, hourly_reach: 4 })).toMatchObject([
		{ metric: 'likes_on_reels', value: 3 },
		{ metric: 'hourly_reach', value: 4 },
	]);
});

describe('facts about the same account in several places are merged', () => {
	const merged = (one: IDataObject, other: IDataObject) =>
		summary({
			items: [
				{ account_id: 'a', likes: 1, ...one },
				{ account_id: 'a', shares: 2, ...other },
			],
		})?.[0];

	it.each<[string, unknown, unknown, unknown]>([
		['refreshed_at', '2027-03-13', DAY, DAY],
		['refreshed_at', DAY, '2027-03-13', DAY],
		['refreshed_at', null, DAY, DAY],
		['refreshed_at', DAY, null, DAY],
		['refreshed_at', null, null, null],
		['note', 'first', 'second', 'second'],
		['is_final', true, false, false],
	])('%s: %j and %j become %j', (name, one, other, expected) => {
		const row = merged({ [name]: one } as IDataObject, { [name]: other } as IDataObject);
		expect(row).toMatchObject({ likes: 1, shares: 2, [name]: expected });
	});
});
