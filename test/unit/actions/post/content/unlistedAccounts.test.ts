import { byId } from '../../../support/nodeHarness';
import { useNamedAccounts } from './namedAccounts';

const { harness, ids, run } = useNamedAccounts();

/** From now on, the accounts cannot be listed. */
function stopListing(status = 503): void {
	const action = { kind: 'status', when: 'before', status } as const;
	harness.service.faults.add({ operation: 'list_accounts', times: Infinity, action });
}

const fiveMinutes = async () => await harness.service.clock.advance(5 * 60_000 + 1);
const to = (index: number) => ({ destinations: [{ account_id: ids()[index] }] });

it.each(['create', 'validate'])(
	'%s says that a name cannot be resolved if the accounts were never listed, and sends nothing',
	async (operation) => {
		stopListing();
		const { error, requests } = await run({ accountIds: '={{ "Buns" }}' }, operation);
		expect(error?.message).toBe('Could not list the accounts, so the node cannot look up "Buns"');
		expect(error?.description).toMatch(
			/^Nothing was sent\. Try again later, or choose the account/,
		);
		expect(new Set(requests)).toEqual(new Set(['list_accounts']));
	},
);

describe('with a token that may not list accounts', () => {
	const notLookedUp =
		/Names of accounts could not be looked up, .*Could not list the accounts: .*403/;

	it.each(['create', 'validate'])('%s finds accounts by ID', async (operation) => {
		stopListing(403);
		const { error, body } = await run({ accountIds: `={{ "${ids()[1]}" }}` }, operation);
		expect(error).toBeUndefined();
		expect(body).toMatchObject(to(1));
	});

	it.each(['create', 'validate'])(
		'%s says that no name could be looked up if the service does not know the account',
		async (operation) => {
			stopListing(403);
			const { error } = await run({ accountIds: '={{ "Buns" }}' }, operation);
			expect(error?.message).toMatch(/: the service rejected the input$/);
			expect(error?.description).toMatch(/is not an account here/);
			expect(error?.description).toMatch(notLookedUp);
		},
	);

	it('statistics say so as well', async () => {
		stopListing(403);
		const { error } = await harness.run('statistics', 'getAccount', { accountId: byId('Buns') });
		expect(error?.message).toMatch(/: the service cannot find it$/);
		expect(error?.description).toMatch(notLookedUp);
	});

	it('an error that is not about accounts is as usual', async () => {
		stopListing(403);
		const action = { kind: 'status', when: 'before', status: 422 } as const;
		harness.service.faults.add({ operation: 'create_post', times: 1, action });
		const { error } = await run({ accountIds: `={{ "${ids()[1]}" }}` });
		expect(error?.message).toMatch(/: the service rejected the input$/);
		expect(error?.description).not.toMatch(/looked up/);
	});
});

it('a name that the last list contains is resolved, however old the list is', async () => {
	await run({ accountIds: 'Buns' });
	await fiveMinutes();
	stopListing();
	const { error, body } = await run({ accountIds: 'bakery (PAGEBOOK)' });
	expect(error).toBeUndefined();
	expect(body).toMatchObject(to(1));
});

it('a list that cannot be renewed for a new name is kept for the others', async () => {
	await run({ accountIds: 'Buns' });
	stopListing();
	const unknown = await run({ accountIds: '={{ "Buns, Pretzels" }}' });
	expect(unknown.error?.message).toBe(
		'Could not list the accounts, so the node cannot look up "Pretzels"',
	);
	const known = await run({ accountIds: '={{ "Buns" }}' });
	expect(known.error).toBeUndefined();
	expect(known.body).toMatchObject(to(3));
	const several = await run({ accountIds: '={{ "Bakery" }}' });
	expect(several.error?.message).toBe('"Bakery" is the name of 2 accounts');
});

it('accounts that were chosen from a list are found without another list', async () => {
	stopListing();
	const [first = '', second = ''] = ids();
	const accounts = await run({ accountIds: [first, second] });
	expect(accounts.error).toBeUndefined();
	expect(accounts.body).toMatchObject({
		destinations: [{ account_id: first }, { account_id: second }],
	});
	const destination = [{ accountId: second }];
	const row = await run({ destinationInput: 'perAccount', destinations: { destination } });
	expect(row.error).toBeUndefined();
	expect(row.body).toMatchObject(to(1));
	const postId = byId([...harness.service.state.posts.keys()][0] ?? '');
	const updateFields = { accountIds: [second] };
	const { error } = await harness.run('post', 'update', { postId, updateFields });
	expect(error).toBeUndefined();
});

it('a row that is unchanged is not sent with the name of its account as an ID', async () => {
	const parameters = {
		itemKey: 'row 1',
		text: 'Bread',
		accountIds: '={{ "Buns" }}',
		wantedStatus: 'draft',
	};
	await harness.run('post', 'upsert', parameters);
	await fiveMinutes();
	stopListing();
	const { items, error } = await harness.run('post', 'upsert', parameters);
	expect(error).toBeUndefined();
	expect(items[0]?.json.action).toBe('unchanged');
	const other = { ...parameters, accountIds: '={{ "Pretzels" }}' };
	const refused = await harness.run('post', 'upsert', other);
	expect(refused.error?.message).toMatch(
		/^Could not list the accounts, so the node cannot look up "Pretzels"/,
	);
	expect(harness.journal('edit_post')).toEqual([]);
});
