import { type Seed } from '..';
import { Client, data, refusal } from './client';

const accounts = Array.from({ length: 120 }, (_, index) => ({
	name: `Account ${index}`,
	platform: index % 2 ? 'pagebook' : 'shortpost',
	...(index % 3 ? { brand: 'Bread' } : {}),
}));
const seed: Seed = {
	users: [{ name: 'Ada', workspaces: [{ name: 'Bakery', brands: ['Bread'], accounts }] }],
};

const client = new Client();

beforeAll(async () => await client.open({ seed }));
afterAll(async () => await client.close());

async function names(query: string, cursor?: string) {
	const more = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
	const page = data(await client.get(`${client.workspace()}/accounts?${query}${more}`));
	return { names: page.items.map((item) => item['name']), next: page['next_cursor'] };
}

test('cursors that need encoding lead from page to page, with 50 items by default', async () => {
	const first = await names('');
	expect(first.names).toHaveLength(50);
	expect(first.next).toMatch(/[ &%+=]/);
	const second = await names('limit=70', String(first.next));
	expect(second.next).toBeNull();
	expect([...first.names, ...second.names]).toEqual(accounts.map(({ name }) => name));
});

test('a limit outside 1 to 100 is refused', async () => {
	expect((await names('limit=100')).names).toHaveLength(100);
	for (const limit of ['101', '0', '-1', 'x', '1.5', '']) {
		const answer = await client.get(`${client.workspace()}/accounts?limit=${limit}`);
		expect(refusal(answer)).toEqual([422, 'validation_failed']);
	}
});

test('the filters brand and platform combine; "none" selects accounts without a brand', async () => {
	const count = async (query: string) => (await names(`limit=100&${query}`)).names.length;
	const brand = `brand_id=${client.service.brandId('Bread')}`;
	expect(await count(brand)).toBe(80);
	expect(await count('brand_id=none')).toBe(40);
	expect(await count(`${brand}&platform=pagebook`)).toBe(40);
	expect(await count('brand_id=unknown')).toBe(0);
});

test('a cursor is valid for its own list only', async () => {
	const { next } = await names('');
	const cursor = `cursor=${encodeURIComponent(String(next))}`;
	for (const path of [`/accounts?platform=pagebook&${cursor}`, '/accounts?cursor=made%20up']) {
		expect(refusal(await client.get(client.workspace() + path))).toEqual([422, 'cursor_invalid']);
	}
	expect((await client.get(`${client.workspace()}/posts?${cursor}`)).status).toBe(422);
});

test('IDs can contain characters that need encoding', async () => {
	const other = new Client();
	await other.open({ hostileIds: true });
	try {
		const { path, id } = await other.draft(['Bread on Shortpost']);
		expect(id).toMatch(/[/ &#%]/);
		expect(data(await other.get(path)).id).toBe(id);
	} finally {
		await other.close();
	}
});
