import { useNamedAccounts } from './namedAccounts';

const { harness, run } = useNamedAccounts();

it('a Retry finds an account that was connected anew since the names were read', async () => {
	await run({ accountIds: 'Buns' });
	harness.service.reconnect(harness.service.accountId('Buns'));
	const parameters = { text: 'Bread', accountIds: 'Buns' };
	const failed = await harness.run('post', 'create', parameters);
	expect(failed.error?.description).toContain('is not an account here');
	const { items, error } = await harness.run('post', 'create', parameters, { retryOf: failed });
	expect(error).toBeUndefined();
	expect(items[0]?.json.destinations).toMatchObject([
		{ account_id: harness.service.accountId('Buns') },
	]);
});

it('a refusal that cannot be due to the known accounts does not make the next run read them again', async () => {
	await run({ accountIds: 'Buns' });
	const missing = { __rl: true, mode: 'id', value: 'missing' };
	expect((await harness.run('post', 'delete', { postId: missing })).error).toBeDefined();
	expect((await run({ accountIds: 'Buns' })).requests).toEqual(['create_post']);
});
