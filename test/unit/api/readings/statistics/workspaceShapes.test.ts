import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toSummary } from '../../../../../nodes/SocialPublishing/api/statistics/table';

const bakery = { id: 'a', name: 'Bakery', platform: 'pagebook', record: {} };
const summary = (record: IDataObject, known = {}) =>
	toSummary(readFigures(record, known), new Map([['a', bakery]]));

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
	])('are distinguished: %s', (_shape, record) => {
		expect(summary(record)).toEqual(rows);
	});

	it('have a row for each account of a post, and one for the post itself', () => {
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
				account_name: 'Bakery',
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

	it('are distinguished by platform if there is no account', () => {
		const items = ['a', 'b'].map((platform) => ({ post_id: 1, platform, likes: 0 }));
		expect(summary({ items })).toEqual(items);
	});
});

it('the rows of a workspace get names from the list of accounts', () => {
	const account = { id: '3', name: 'Bakery', platform: 'pagebook', record: {} };
	const reading = readFigures({ followers: 4 }, { account_id: 3 });
	expect(toSummary(reading, new Map([['3', account]]))).toEqual([
		{ account_id: 3, account_name: 'Bakery', platform: 'pagebook', followers: 4 },
	]);
});
