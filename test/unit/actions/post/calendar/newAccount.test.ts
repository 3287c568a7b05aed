import type { INodeParameters } from 'n8n-workflow';

import { useCalendarHarness } from './calendarServer';

const harness = useCalendarHarness();

async function calendar(filters: INodeParameters) {
	const { items, error } = await harness.run('post', 'getCalendar', {
		return: 'perDay',
		period: 'next7Days',
		filters,
	});
	return { accounts: items[0]?.json.accounts_without_post, error };
}

it('a calendar includes an account that was connected after the accounts were listed', async () => {
	await calendar({});
	const { state } = harness.service;
	const account = state.account(harness.workspaceId, harness.service.accountId('Slow'));
	state.accounts.set('new', { ...account, id: 'new', name: 'New rolls' });
	const slow = `Slow (${account.platform})`;
	const expected = { accounts: [slow, `New rolls (${account.platform})`], error: undefined };
	expect(await calendar({ accountIds: ['Slow', 'New rolls'] })).toEqual(expected);
});

it('a calendar is an error if an account cannot be looked up', async () => {
	await calendar({});
	await harness.service.clock.advance(5 * 60_000 + 1);
	harness.service.faults.add({
		operation: 'list_accounts',
		times: Infinity,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	expect((await calendar({ accountIds: ['Slow'] })).error).toBeUndefined();
	const { error } = await calendar({ accountIds: ['Slow', 'New rolls'] });
	expect(error?.message).toMatch(/^Could not list the accounts/);
});
