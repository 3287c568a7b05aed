import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';

const DAY = '2027-03-14';
const unclear = (record: IDataObject) => readFigures(record, {}).unclear;

it.each<[IDataObject, string]>([
	[{ engagement: { likes: '12', shares: 3 } }, 'likes'],
	[{ items: [{ date: DAY, followers: 6, likes: '12' }] }, 'likes'],
	[{ shares: 3, likes: { [DAY]: '12' } }, DAY],
	[{ shares: 3, likes: [[DAY, 6]] }, 'likes'],
	[{ shares: 3, likes: [[1_805_011_200, '6']] }, 'likes'],
	[{ shares: 3, dates: [DAY], likes: [6] }, 'likes'],
	[{ shares: 3, likes: { '1804924800': 4, '1805011200': 6 } }, 'likes'],
	[{ shares: 3, likes: { '1804924800': { count: 4 }, '1805011200': { count: 6 } } }, 'likes'],
	[{ engagement: { likes: '1,234', shares: 3 } }, 'likes'],
	[{ engagement: { likes: '1.2K', shares: 3 } }, 'likes'],
	[{ rate: { growth: '4 %', shares: 3 } }, 'growth'],
	[{ items: [{ date: DAY, followers: 6, likes: '12 likes' }] }, 'likes'],
	[{ shares: 3, likes: [[DAY, '1.2K']] }, 'likes'],
	[{ shares: 3, likes: ['1', '2'] }, 'likes'],
	[{ likes: 3, room: '12' }, 'room'],
	[{ items: [{ metric: 'likes', value: 3 }] }, 'likes'],
	[{ engagement: [{ metric: 'likes', value: 3 }] }, 'likes'],
	[{ followers: [{ date: DAY, type: 'organic', count: 3 }] }, 'organic'],
	[{ items: [{ key: 'likes', count: 3 }] }, 'likes'],
	[{ series: [{ name: 'likes', points: [{ date: DAY, value: 3 }] }] }, 'likes'],
	[{ accounts: { acc_1: { followers: 3 } } }, 'accounts'],
	[{ platforms: { pagebook: { likes: 3 } } }, 'platforms'],
	[{ days: { [DAY]: 6 }, likes: 3 }, 'days'],
	[{ items: [{ id: 'x', name: 'Bakery', count: 3 }] }, 'count'],
	[{ items: [{ account_id: 'x', name: 'Bakery', count: 3 }] }, 'count'],
])('%j has the unclear value %s', (record, name) => {
	expect(unclear(record)).toBe(name);
});

it.each<[IDataObject]>([
	[{ likes: 3, note: 'About 12', reached_on: DAY, id: '12' }],
	[{ likes: 3, account_ids: [1, 2], media_ids: ['1'], tags: ['a'] }],
	[{ total: 40, page: 1, limit: 50, items: [{ account_id: 'a', likes: 3 }] }],
	[{ accounts: { total: 1, items: [{ account_id: 'a', likes: 3 }] }, posts: {} }],
	[{ accounts: { data: { likes: 3 } } }],
	[{ likes: 3, errors: [{ code: '404', type: 'gone', value: 3 }], coverage: { count: '12' } }],
	[{ account_id: 'a', likes: null, views: [], stats: { value: null } }],
])('%j has no unclear value', (record) => {
	expect(unclear(record)).toBeUndefined();
});

it.each(['13.03.2027', '20270313', 'yesterday', 7, 1_805_011_200, 1_805_011_200_000])(
	'the time %j of a row is unclear',
	(time) => {
		for (const name of ['timestamp', 'recorded_at', 't', 'date']) {
			const rows = [6, 6].map((followers) => ({ [name]: time, followers, updated_at: DAY }));
			expect(unclear({ items: rows })).toBe(name);
		}
	},
);
