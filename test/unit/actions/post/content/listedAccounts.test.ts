import type { IDataObject } from 'n8n-workflow';

import { useScriptedService } from '../../../support/scriptedService';

const service = useScriptedService();
const bread = { text: 'Bread' };

/** Creates a post in a workspace with these accounts. */
async function create(accounts: IDataObject[], parameters: IDataObject) {
	const bodies: unknown[] = [];
	await service.open({
		'GET /workspaces/1/accounts': () => ({ data: { items: accounts } }),
		'POST /workspaces/1/posts': ({ body }) => {
			bodies.push(JSON.parse(body.toString()));
			return { data: { id: 7, ...bread } };
		},
	});
	const { error } = await service.run('post:create', { ...bread, ...parameters });
	return { error, body: bodies[0], request: service.requests[0] };
}

describe('a brand', () => {
	const ofBrand = (brandId: string) => ({ destinationInput: 'brand', brandId });
	const records = [
		{ id: 3, brand_id: 'b' },
		{ id: 2, brand_id: 'b' },
		{ id: 2, brand_id: 'b' },
		{ id: 9, brand_id: 'c' },
		{ id: 8, brand_id: null },
		{ brand_id: 'b' },
	];

	it.each([
		['b', [2, 3]],
		['none', [8]],
	])('%s stands for its own accounts only, even if the service lists others', async (id, ids) => {
		const { body, request } = await create(records, ofBrand(id));
		expect(body).toMatchObject({ destinations: ids.map((each) => ({ account_id: String(each) })) });
		expect(request?.query.get('brand_id')).toBe(id);
	});

	it('stands for all listed accounts if the list does not state their brands', async () => {
		const { body } = await create([{ id: 2 }, { id: 1 }], ofBrand('b'));
		expect(body).toMatchObject({ destinations: [{ account_id: '1' }, { account_id: '2' }] });
	});

	it.each([
		['b', 'The brand has no accounts'],
		['none', 'There is no account without a brand'],
	])('%s without an account is an error', async (id, message) => {
		const { error } = await create([{ id: 9, brand_id: 'c' }], ofBrand(id));
		expect(error?.message).toBe(message);
	});
});

describe('a name that no account has', () => {
	const called = (accountIds: string) => ({ accountIds });
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => ({ id: index, name: `Shop ${index}` }));

	it('is refused if no account is connected', async () => {
		const { error } = await create([], called('Buns'));
		expect(error?.description).toBe(
			'Nothing was sent. No account is connected to this workspace. Connect one in the service.',
		);
	});

	it('is refused with a list of at most 50 accounts', async () => {
		const few = await create(many(50), called('Buns'));
		expect(few.error?.description).toMatch(/^Nothing was sent\..* Shop 49\.$/);
		const tooMany = await create(many(52), called('Buns'));
		expect(tooMany.error?.description).toMatch(/^Nothing was sent\..* Shop 49 and 2 more\.$/);
	});
});
