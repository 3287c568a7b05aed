import type { IDataObject } from 'n8n-workflow';

import { readNeedsReconnecting } from '../../../../nodes/SocialPublishing/api/readings/account';
import { describeAccount } from '../../../../nodes/SocialPublishing/methods/labels';
import { accountList } from '../../../../nodes/SocialPublishing/trigger/poll/watchedLists';

describe('whether an account needs reconnecting', () => {
	it.each<[IDataObject, boolean | undefined]>([
		[{ status: 'reconnect_required' }, true],
		[{ status: 'connected' }, false],
		[{ state: 'Needs re-auth' }, true],
		[{ connection_status: 'EXPIRED' }, true],
		[{ health: 'token_invalid' }, true],
		[{ connection: { status: 'disconnected' } }, true],
		[{ connection: { status: 'ok' } }, false],
		[{ connection: { connected: false } }, true],
		[{ needs_reconnect: true, status: 'active' }, true],
		[{ reconnect_required: false }, false],
		[{ connected: false }, true],
		[{ is_connected: true }, false],
		[{ status: 'active' }, false],
		[{ id: 'a', platform: 'pagebook' }, undefined],
		[{ shortpost_subscription_error: 'expired' }, undefined],
		[{ status: 'not_expired' }, false],
		[{ status: 'expired_soon' }, false],
		[{ status: 'no reconnect needed' }, false],
		[{ state: 'reconnect_not_required' }, false],
		[{ requires_reconnect: true }, true],
		[{ connection_status: 'needs reconnecting' }, true],
		[{ connected: true, reconnect_required: false, status: 'connected' }, false],
	])('%j: %s', (account, expected) => {
		expect(readNeedsReconnecting(account)).toBe(expected);
	});
});

it.each<IDataObject>([
	{ connection: { status: 'disconnected' } },
	{ health: 'token_invalid' },
	{ needs_reauth: true },
	{ auth_status: 'expired' },
	{ token_status: 'revoked' },
	{ disconnected: true },
	{ status: 'Needs re-auth' },
	{ status: 'not_expired' },
	{ connected: true },
	{ platform: 'pagebook' },
])('the picker and the polling trigger judge %j in the same way', (fields) => {
	const account = { id: 'a', name: 'Bakery', ...fields };
	const isShown = describeAccount(account).endsWith('(reconnect needed)');
	expect(isShown).toBe(accountList.compare('a', account, { status: 'c' }).changes.length > 0);
});

it.each<[IDataObject, string]>([
	[{ name: 'Bakery', platform: 'pagebook' }, 'Bakery (pagebook)'],
	[{ name: 'Bakery on Pagebook', platform: 'pagebook' }, 'Bakery on Pagebook'],
	[{ name: "Xavier's Bakery", platform: 'x' }, "Xavier's Bakery (x)"],
	[{ name: 'Bakery' }, 'Bakery'],
	[{ platform: 'pagebook' }, 'a (pagebook)'],
])('the picker shows the platform of %j unless the name contains it', (fields, expected) => {
	expect(describeAccount({ id: 'a', ...fields })).toBe(expected);
});
