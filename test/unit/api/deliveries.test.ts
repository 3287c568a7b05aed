import type { AccountDirectory } from '../../../nodes/SocialPublishing/api/accountDirectory';
import { deliveryNamer, listAccountIds } from '../../../nodes/SocialPublishing/api/deliveries';

const accounts: AccountDirectory = new Map(
	[
		{ id: '1', name: 'Bakery', platform: 'pagebook' },
		{ id: '2', name: 'Bakery', platform: 'shortpost' },
		{ id: '3', name: 'Bakery', platform: 'pagebook' },
		{ id: '4', name: undefined, platform: 'pagebook' },
	].map((account) => [account.id, { ...account, record: {} }]),
);

function labels(...destinations: Array<Record<string, unknown>>) {
	const post = JSON.parse(JSON.stringify({ destinations }));
	const nameOf = deliveryNamer(post, accounts);
	return { names: post.destinations.map(nameOf), ids: listAccountIds(post.destinations, nameOf) };
}

it.each([
	[
		'by name and platform',
		[{ account_id: 1 }, { account_id: '2' }],
		['Bakery (pagebook)', 'Bakery (shortpost)'],
	],
	[
		'with the ID if two labels are the same',
		[{ account_id: '1' }, { account_id: '3' }],
		['Bakery (pagebook) [1]', 'Bakery (pagebook) [3]'],
	],
	[
		'by the account ID if no name is known',
		[{ account_id: '4' }, { account_id: '9' }],
		['4 (pagebook)', '9'],
	],
	[
		'as the post itself names it',
		[{ account_id: '9', account_name: 'Rolls', platform: 'worklink' }],
		['Rolls (worklink)'],
	],
	['by the destination ID if no account is known', [{ id: 'd' }, {}], ['d', 'A destination']],
])('a delivery is named %s', (_title, destinations, expected) => {
	expect(labels(...destinations).names).toEqual(expected);
});

it('listAccountIds lists the account IDs behind names, except IDs that the names already show', () => {
	expect(labels({ account_id: '1' }, { account_id: '2' }).ids).toBe(
		'Account IDs: Bakery (pagebook) = 1, Bakery (shortpost) = 2.',
	);
	expect(labels({ account_id: '1' }, { account_id: '3' }, { account_id: '9' }).ids).toBeUndefined();
	expect(labels({ account_id: '4' }).ids).toBeUndefined();
	expect(labels({ account_id: '7', account_name: '24/7 Bakery' }).ids).toBe(
		'Account IDs: 24/7 Bakery = 7.',
	);
});
