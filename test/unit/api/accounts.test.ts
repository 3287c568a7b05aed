import type { IDataObject } from 'n8n-workflow';

import { accountLabels } from '../../../nodes/SocialPublishing/api/accountDirectory';
import { findAccounts } from '../../../nodes/SocialPublishing/api/accountReferences';
import { readAccount } from '../../../nodes/SocialPublishing/api/readings/account';

const records: IDataObject[] = [
	{ id: 1, name: 'Bakery', platform: 'pagebook' },
	{ id: 2, display_name: 'Bakery', platform: 'shortpost' },
	{ id: 3, title: 'Bakery (pagebook)' },
	{ id: 4, username: 'Käse' },
	{ id: 5, handle: '@rolls', platform: 7 },
	{ id: 6 },
	{ name: 'Without an ID' },
];
const readAll = () => records.flatMap(readAccount);

it('readAccount reads the ID, name and platform of an account, and skips records without an ID', () => {
	expect(readAll().map(({ id, name, platform }) => [id, name, platform])).toEqual([
		['1', 'Bakery', 'pagebook'],
		['2', 'Bakery', 'shortpost'],
		['3', 'Bakery (pagebook)', undefined],
		['4', 'Käse', undefined],
		['5', '@rolls', undefined],
		['6', undefined, undefined],
	]);
});

it.each([
	['1', ['1']],
	[' 1 ', ['1']],
	['bakery', ['1', '2']],
	['Bakery (pagebook)', ['1', '3']],
	[' BAKERY (SHORTPOST) ', ['2']],
	['Ka\u0308se', ['4']],
	['6', ['6']],
	['undefined', []],
	['Bak', []],
	['', []],
])('the text %j matches the accounts %j', (text, ids) => {
	const directory = new Map(readAll().map((account) => [account.id, account]));
	expect(findAccounts(directory, text).map(({ id }) => id)).toEqual(ids);
});

it('accounts with the same label are distinguished by their IDs', () => {
	expect(accountLabels(readAll())).toEqual([
		'Bakery (pagebook) [1]',
		'Bakery (shortpost)',
		'Bakery (pagebook) [3]',
		'Käse',
		'@rolls',
		'6',
	]);
});
