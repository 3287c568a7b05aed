import type { IDataObject } from 'n8n-workflow';

import { readFigures } from '../../../../../nodes/SocialPublishing/api/readings/statistics/figures';
import { toSummary } from '../../../../../nodes/SocialPublishing/api/statistics/table';

const summary = (record: IDataObject, known = {}) =>
	toSummary(readFigures(record, known), new Map());
const account = (account_id: string) => ({ account_id, account_name: null, platform: null });

it.each<[IDataObject, IDataObject]>([
	[{ account: 'a', likes: 3 }, account('a')],
	[{ account: { id: 'a', name: 'Bakery' }, likes: 3 }, account('a')],
	[{ account_id: 'a', account_name: 'Bakery', name: 'Row', likes: 3 }, account('a')],
	[{ items: [{ type: 'account', id: 'a', likes: 3 }] }, { ...account('a'), type: 'account' }],
	[{ account_id: 'a', id: 'row', likes: 3 }, account('a')],
	[{ post: { id: 'p' }, likes: 3 }, { post_id: 'p' }],
	[
		{ post_id: 'p', account_id: 'a', name: 'Rolls', likes: 3 },
		{ post_id: 'p', ...account('a') },
	],
	[
		{ destination_id: 'd', account_id: 'a', name: 'Rolls', likes: 3 },
		{ destination_id: 'd', ...account('a') },
	],
	[{ brand_id: 'b', name: 'Bread', likes: 3 }, { brand_id: 'b' }],
	[{ items: [{ id: 'x', likes: 3 }] }, { id: 'x' }],
	[{ items: [{ id: 'x', platform: 'pagebook', likes: 3 }] }, { id: 'x', platform: 'pagebook' }],
	[{ platforms: [{ platform: 'pagebook', likes: 3 }] }, { platform: 'pagebook' }],
])('readFigures reads the subject of the likes in %j', (record, subject) => {
	expect(summary(record)).toStrictEqual([{ ...subject, likes: 3 }]);
});

it.each([{ brand_id: 'b' }, { platform: 'pagebook' }, { post_id: 'p' }, {}])(
	'figures without a subject belong to the requested subject: %j',
	(known) => {
		expect(summary({ likes: 3 }, known)).toStrictEqual([{ ...known, likes: 3 }]);
	},
);

it('the name of a summary is not the name of the requested account', () => {
	const likes = { name: 'Summary', likes: 3 };
	expect(summary(likes, { account_id: 'a' })).toEqual([{ ...account('a'), likes: 3 }]);
});

it('rows of a series do not become subjects by their IDs', () => {
	const history = [
		{ id: 'row_1', date: '2027-03-13', followers: 4 },
		{ id: 'row_2', date: '2027-03-14', followers: 6 },
	];
	expect(summary({ account_id: 'a', history })).toEqual([
		{ ...account('a'), followers: 6, followers_change: 2 },
	]);
	expect(summary({ history })).toMatchObject([{ id: 'row_1' }, { id: 'row_2' }]);
	const items = [
		{ id: 'x', likes: 1 },
		{ id: 'y', likes: 2 },
	];
	expect(summary({ account_id: 'a', items })).toMatchObject([{ id: 'x' }, { id: 'y' }]);
});

it('deliveries belong to the account around them, but not to that of another', () => {
	const destinations = [
		{ id: 'd1', likes: 1 },
		{ id: 'd2', account_id: 'b', likes: 2 },
	];
	const rows = summary({ account_id: 'a', destinations });
	expect(rows?.map(({ account_id }) => account_id)).toEqual(['a', 'b']);
});
