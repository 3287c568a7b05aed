import type { INodeParameters } from 'n8n-workflow';

import { byId } from '../../../support/nodeHarness';
import { draft } from '../../createRecords';
import { useNamedAccounts } from './namedAccounts';

const { harness, ids, run } = useNamedAccounts();

const destinations = (...indices: number[]) => ({
	destinations: indices.map((index) => ({ account_id: ids()[index] })),
});

describe.each(['create', 'validate'])('%s finds accounts', (operation) => {
	it.each([
		['a name of its own', 'Buns', [3]],
		['a name with its platform', 'Bakery (pagebook)', [1]],
		['a name in another case, with spaces', '  bUNS ', [3]],
		['a name that contains a comma', 'Rolls, buns and more', [2]],
		['names separated by commas', 'Buns, bakery (PAGEBOOK),', [3, 1]],
		['a list of names as JSON', '["Rolls, buns and more", "Buns"]', [2, 3]],
		['the same account under two names', 'Buns, Buns (worklink)', [3]],
	])('by %s', async (_title, accountIds, expected) => {
		const { error, body } = await run({ accountIds }, operation);
		expect(error).toBeUndefined();
		expect(body).toMatchObject(destinations(...expected));
	});
});

it('names are accepted in items of a list, in rows per account, and in JSON', async () => {
	const forms: INodeParameters[] = [
		{ accountIds: `={{ ["Rolls, buns and more", ${JSON.stringify(ids()[3])}] }}` },
		{
			destinationInput: 'perAccount',
			destinations: { destination: [{ accountId: 'Rolls, buns and more' }, { accountId: 'buns' }] },
		},
		{
			destinationInput: 'json',
			destinationsJson: '[{ "account_id": "Rolls, buns and more" }, { "account_id": "Buns" }]',
		},
	];
	for (const form of forms) {
		const { error, body } = await run(form);
		expect(error).toBeUndefined();
		expect(body).toMatchObject(destinations(2, 3));
	}
});

it('a list may contain both names and IDs', async () => {
	await run({ accountIds: 'Buns' }); // now the accounts are known
	const { error, body } = await run({ accountIds: `={{ [${JSON.stringify(ids()[1])}, "Buns"] }}` });
	expect(error).toBeUndefined();
	expect(body).toMatchObject(destinations(1, 3));
});

it('an ID takes precedence over a name', async () => {
	const [first] = harness.service.state.accounts.values();
	const buns = [...harness.service.state.accounts.values()][3];
	if (first === undefined || buns === undefined) throw new Error('No accounts');
	buns.name = first.id;
	const { body } = await run({ accountIds: first.id });
	expect(body).toMatchObject(destinations(0));
});

it.each([
	[
		'Brötchen',
		'There is no account "Brötchen"',
		/^Nothing was sent\. The accounts of this workspace are: Bakery \(shortpost\), Bakery \(pagebook\), Rolls, buns and more \(worklink\), Buns \(worklink\), Twin \(worklink\) \[.+\], Twin \(worklink\) \[.+\]\.$/,
	],
	[
		'Bakery',
		'"Bakery" is the name of 2 accounts',
		/^Nothing was sent\. Enter one of these, or an ID: Bakery \(shortpost\), Bakery \(pagebook\)\.$/,
	],
	[
		'Twin (worklink)',
		'"Twin (worklink)" is the name of 2 accounts',
		/: Twin \(worklink\) \[.+\], Twin \(worklink\) \[.+\]\./,
	],
	['Buns, Bakery', '"Bakery" is the name of 2 accounts', /Nothing was sent/],
])('%s is refused', async (accountIds, message, description) => {
	const { error, requests } = await run({ accountIds });
	expect(error?.message).toBe(message);
	expect(error?.description).toMatch(description);
	expect(requests).toEqual(['list_accounts']);
});

it.each(['perAccount', 'json'])('%s refuses the same account twice', async (form) => {
	const twice = ['Buns', 'Buns (worklink)'];
	const { error, requests } = await run({
		destinationInput: form,
		destinations: { destination: twice.map((accountId) => ({ accountId })) },
		destinationsJson: JSON.stringify(twice.map((account_id) => ({ account_id }))),
	});
	expect(error?.message).toBe('The same account is chosen twice: "Buns" and "Buns (worklink)"');
	expect(requests).toEqual(['list_accounts']);
});

it('the accounts are read once for all items, and not again for five minutes', async () => {
	const input = [{ json: { to: 'Buns' } }, { json: { to: 'Bakery (pagebook)' } }];
	const parameters = { text: 'Bread', accountIds: '={{ $json.to }}' };
	harness.requests();
	await harness.run('post', 'create', parameters, { input });
	expect(harness.requests()).toEqual(['list_accounts', 'create_post', 'create_post']);
	await harness.run('post', 'create', parameters, { input });
	expect(harness.requests()).toEqual(['create_post', 'create_post']);
	await harness.service.clock.advance(5 * 60_000);
	await harness.run('post', 'create', { ...parameters, accountIds: ids()[0] ?? '' });
	expect(harness.requests()).toEqual(['create_post']);
	await harness.run('post', 'create', parameters, { input });
	expect(harness.requests()).toEqual(['list_accounts', 'create_post', 'create_post']);
});

it('an account that was connected a minute ago is found', async () => {
	await run({ accountIds: 'Buns' });
	const buns = harness.service.accountId('Buns');
	const account = harness.service.state.accounts.get(buns);
	if (account !== undefined) account.name = 'Pretzels';
	const { body, requests } = await run({ accountIds: 'Pretzels' });
	expect(body).toMatchObject({ destinations: [{ account_id: buns }] });
	expect(requests).toEqual(['list_accounts', 'create_post']);
	const unknown = await run({ accountIds: 'Buns' });
	expect(unknown.error?.message).toBe('There is no account "Buns"');
});

it('an account that was connected a minute ago is found together with a known one', async () => {
	await run({ accountIds: 'Buns' });
	const account = harness.service.state.accounts.get(ids()[3] ?? '');
	if (account !== undefined) account.name = 'Pretzels';
	const destination = [{ accountId: 'Bakery (pagebook)' }, { accountId: 'Pretzels' }];
	const { body } = await run({ destinationInput: 'perAccount', destinations: { destination } });
	expect(body).toMatchObject(destinations(1, 3));
});

it('accounts are sent as entered if the list of accounts cannot be read', async () => {
	harness.service.faults.add({
		operation: 'list_accounts',
		times: Infinity,
		action: { kind: 'status', when: 'before', status: 403 },
	});
	const known = await run({ accountIds: ids().slice(0, 2).join(',') });
	expect(known.body).toMatchObject(destinations(0, 1));
	const unknown = await run({ accountIds: 'Buns' });
	expect(unknown.error?.message).toMatch(/^Could not create the post: /);
	expect(harness.service.state.posts.size).toBe(1);
});

it('Update accepts each form', async () => {
	const { postId } = await draft(harness, 'Buns');
	const changes: Array<[INodeParameters, number[]]> = [
		[{ accountIds: 'Bakery (pagebook), Buns' }, [1, 3]],
		[{ destinationInput: 'accounts', accountIds: ['Buns'] }, [3]],
		[{ destinationsJson: '[{ "account_id": "Bakery (pagebook)" }]' }, [1]],
		[{ destinationInput: 'json', destinationsJson: '[{ "account_id": "Buns" }]' }, [3]],
		[
			{
				destinationInput: 'perAccount',
				destinations: { destination: [{ accountId: 'Bakery (shortpost)' }] },
			},
			[0],
		],
	];
	for (const [updateFields, expected] of changes) {
		const { error } = await harness.run('post', 'update', { postId, updateFields });
		expect(error).toBeUndefined();
		expect(harness.journal('edit_post').at(-1)?.body).toEqual(destinations(...expected));
	}
	const updateFields = { destinationInput: 'brand', brandId: harness.service.brandId('Bread') };
	const { error } = await harness.run('post', 'update', { postId, updateFields });
	expect(error).toBeUndefined();
	expect(harness.journal('edit_post').at(-1)?.body).toMatchObject({ destinations: { length: 3 } });
});

it('the statistics of an account are found by its name', async () => {
	harness.requests();
	const { items, error } = await harness.run('statistics', 'getAccount', {
		accountId: byId('Bakery (pagebook)'),
	});
	expect(error).toBeUndefined();
	expect(items).not.toHaveLength(0);
	expect(harness.requests()).toEqual(['list_accounts', 'get_account_statistics']);
	expect(harness.journal('get_account_statistics').at(-1)?.path).toContain(
		encodeURIComponent(ids()[1] ?? ''),
	);
	const fromList = { __rl: true, mode: 'list', value: ids()[1] ?? '' };
	await harness.run('statistics', 'refreshAccount', { accountId: fromList });
	expect(harness.requests()).toEqual(['refresh_account_statistics']);
	const refused = await harness.run('statistics', 'refreshAccount', { accountId: byId('Bakery') });
	expect(refused.error?.message).toBe('"Bakery" is the name of 2 accounts');
});
