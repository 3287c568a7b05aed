import { useNodeHarness } from '../../support/nodeHarness';

const harness = useNodeHarness();

describe('One Item per Account', () => {
	const twoAccounts = () => ({
		text: 'Bread',
		accountIds: ['Bread on Shortpost', 'Cakes on Pagebook'].map((name) =>
			harness.service.accountId(name),
		),
		options: { splitByAccount: true },
	});

	it('returns the fields of each account', async () => {
		const { items } = await harness.run('post', 'create', { ...twoAccounts(), simplify: true });
		expect(items.map(({ json }) => json)).toMatchObject([
			{ name: 'Bread on Shortpost', platform: 'shortpost', status: 'draft', post_status: 'draft' },
			{ name: 'Cakes on Pagebook', platform: 'pagebook', text: 'Bread' },
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('returns one destination per item if Simplify is off', async () => {
		await harness.run('post', 'create', { ...twoAccounts(), options: {} });
		const options = { splitByAccount: true };
		const { items } = await harness.run('post', 'getAll', { options });
		expect(items.map(({ json }) => json.destinations)).toMatchObject([
			[{ account_id: harness.service.accountId('Bread on Shortpost') }],
			[{ account_id: harness.service.accountId('Cakes on Pagebook') }],
		]);
	});
});
