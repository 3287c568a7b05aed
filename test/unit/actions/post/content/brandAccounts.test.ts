import type { INodeParameters } from 'n8n-workflow';

import { useNamedAccounts } from './namedAccounts';

const { harness, ids, run } = useNamedAccounts();

describe('a brand', () => {
	const brand = (name: string): INodeParameters => ({
		destinationInput: 'brand',
		brandId: harness.service.brandId(name),
	});

	it('stands for all of its accounts', async () => {
		const { error, body } = await run(brand('Bread'));
		expect(error).toBeUndefined();
		const accountIds = ids().slice(0, 3).sort();
		expect(body).toEqual({
			text: 'Bread',
			destinations: accountIds.map((account_id) => ({ account_id })),
		});
		const none = await run({ destinationInput: 'brand', brandId: 'none' });
		expect(none.body).toMatchObject({ destinations: { length: 3 } });
	});

	it('is refused if it has no accounts, or if no brand is chosen', async () => {
		const empty = await run(brand('Empty'));
		expect(empty.error?.message).toBe('The brand has no accounts');
		expect(empty.requests).toEqual(['list_accounts']);
		const none = await run({ destinationInput: 'brand', brandId: '' });
		expect(none.error?.message).toBe("'Brand' is empty");
		expect(none.requests).toEqual([]);
	});

	it('is read once for all items', async () => {
		harness.requests();
		const input = [{ json: {} }, { json: {} }];
		await harness.run('post', 'create', { text: 'Bread', ...brand('Bread') }, { input });
		expect(harness.requests()).toEqual(['list_accounts', 'create_post', 'create_post']);
	});
});
