import type { IDataObject } from 'n8n-workflow';

import { readEventDetails } from '../../../../nodes/SocialPublishing/trigger/includeResource';
import {
	readAccountId,
	readDeliveries,
	readDestinationName,
	readDestinationStatus,
} from '../../../../nodes/SocialPublishing/api/readings/delivery';
import { simplifyDelivery } from '../../../../nodes/SocialPublishing/api/deliveries';

it.each([
	[{ status: 'published' }, 'published'],
	[{ outcome: { status: 'failed' } }, 'failed'],
	[{ outcome: 'blocked' }, 'blocked'],
	[{ outcome: { status: 'a_new_one' } }, 'a_new_one'],
	[{ outcome: 'Needs-Review' }, 'needs_review'],
	[{ outcome: 'Needs - review' }, 'needs_review'],
	[{ outcome: { status: 'Uncertain' } }, 'needs_review'],
	[{ outcome: null }, undefined],
	[{}, undefined],
])('the status of the destination %j is %s', (destination, expected) => {
	expect(readDestinationStatus(destination)).toBe(expected);
});

describe('the deliveries of a post', () => {
	it('are distinguished by their ID, else by their account', () => {
		const destinations = [{ id: 7 }, { account_id: 'a' }, { account_id: 'a' }, {}];
		const keys = readDeliveries({ destinations })?.map(({ key }) => key);
		expect(keys).toEqual(['7', 'a', 'a 2', '']);
	});

	it('are undefined if the record does not list them', () => {
		expect(readDeliveries({ id: 'p' })).toBeUndefined();
	});
});

it.each([
	[{ id: 'd', account_id: 'a', account: { id: 'b' } }, 'a'],
	[{ id: 'd', account: { id: 7 } }, '7'],
	[{ id: 'd', account: 'a' }, 'a'],
	[{ id: 'd', accountId: 'a' }, 'a'],
])('the account of %j has one ID, in texts and in events', (destination, accountId) => {
	expect(readAccountId(destination)).toBe(accountId);
	expect(readDestinationName(destination)).toBe(accountId);
	expect(readDeliveries({ destinations: [destination] })).toMatchObject([{ accountId }]);
});

it.each<[IDataObject, string]>([
	[{ account_name: 'Own' }, 'Own'],
	[{ account: { id: 'a', display_name: 'Own' } }, 'Own'],
	[{ username: 'Own' }, 'Own'],
	[{ title: 'A recipe' }, 'Known'],
])('the account of %j is called %s, in the output and in events', (fields, expected) => {
	const known = { id: 'a', name: 'Known', platform: 'pagebook', record: {} };
	const accounts = new Map([['a', known]]);
	const destination = { id: 'd', account_id: 'a', ...fields };
	const { name } = simplifyDelivery({}, destination, accounts);
	const post = { destinations: [destination] };
	const { account_name } = readEventDetails('post.failed', {}, post, accounts);
	expect([name, account_name]).toEqual([expected, expected]);
});
