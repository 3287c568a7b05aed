import type { IDataObject } from 'n8n-workflow';

import { event, locationOf, useTriggerHarness } from '../support/triggerHarness';

const harness = useTriggerHarness();

const EVENTS = ['post.published', 'delivery.failed', 'media.ready', 'account.reconnect_required'];
const accountIds = ['chosen', 'other'];

beforeEach(() => {
	const { state } = harness.service;
	const account = state.account(harness.workspaceId, harness.service.accountId('Slow'));
	for (const id of accountIds) state.accounts.set(id, { ...account, id, name: `Account ${id}` });
});

it.each<[string, string, IDataObject]>([
	['an account', 'delivery.failed', { post_id: 'p', account_id: 'chosen' }],
	['an account as a record', 'delivery.failed', { account: { id: 'chosen' } }],
	['a destination', 'delivery.failed', { destination: { id: 'd', account_id: 'chosen' } }],
	['several accounts', 'post.published', { account_ids: ['strange', 'chosen'] }],
	['records of accounts', 'post.published', { accounts: [{ id: 'strange' }, { id: 'chosen' }] }],
	['destinations', 'post.published', { destinations: [{ account_id: 'chosen' }] }],
	[
		'a post with destinations',
		'post.published',
		{ post: { destinations: [{ account_id: 'chosen' }] } },
	],
	['the account that it is about', 'account.reconnect_required', { id: 'chosen' }],
	['no account', 'post.published', { post_id: 'p', status: 'published' }],
	['no account, but a file', 'media.ready', { media_id: 'm' }],
])(
	'an event that names %s starts the workflow only if a chosen account is among them',
	async (_names, type, data) => {
		const host = await harness.activated({ events: EVENTS, accountIds });
		harness.requests();
		const { status } = await harness.send(host, event({ id: 'evt_1', type, data }));
		expect([status, host.started.length]).toEqual([200, 1]);

		const strange = JSON.parse(JSON.stringify(data).replaceAll('chosen', 'strange'));
		const namesOne = JSON.stringify(data).includes('chosen');
		const again = await harness.send(host, event({ id: 'evt_2', type, data: strange }));
		expect([again.status, host.started.length]).toEqual([200, namesOne ? 1 : 2]);
		expect(harness.requests()).toEqual([]);
	},
);

it('an event about an account that is not chosen is not recorded as received', async () => {
	const host = await harness.activated({ events: EVENTS, accountIds });
	const sent = event({ type: 'delivery.failed', data: { account_id: 'strange' } });
	await harness.send(host, sent);
	const changed = await harness.start({ events: EVENTS }, locationOf(host));
	await changed.activate('update');
	await harness.send(changed, sent);
	expect([host.started.length, changed.started.length]).toEqual([0, 1]);
});

it('the workflow cannot be activated with invalid account IDs', async () => {
	const host = await harness.start({ accountIds: '={{ [{ name: "Bread" }] }}' });
	await expect(host.activate()).rejects.toThrow("'Accounts' must be text, not an object");
	expect(harness.webhooks).toEqual([]);
});
