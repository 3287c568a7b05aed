import nock from 'nock';

import { byId, useNodeHarness } from '../support/nodeHarness';

const harness = useNodeHarness({ hostileIds: true });
afterAll(() => nock.restore());

async function makePosts(count: number) {
	const input = Array.from({ length: count }, (_, index) => ({ json: { text: `Bread ${index}` } }));
	const accountIds = [harness.service.accountId('Bread on Shortpost')];
	await harness.run('post', 'create', { text: '={{ $json.text }}', accountIds }, { input });
	harness.requests();
	// The newest post is listed first.
	return input.map(({ json }) => json.text).reverse();
}

const pageSizes = () => harness.journal('list_posts').map(({ query }) => query.limit);

it('all records are returned in order, in pages of a hundred, with any characters in the cursors', async () => {
	const texts = await makePosts(201);
	const { items } = await harness.run('post', 'getAll', { returnAll: true });
	expect(items.map(({ json }) => json.text)).toEqual(texts);
	expect(new Set(items.map(({ pairedItem }) => JSON.stringify(pairedItem)))).toEqual(
		new Set(['{"item":0}']),
	);
	expect(pageSizes()).toEqual(['100', '100', '100']);
});

it.each([
	[1, ['1']],
	[50, ['50']],
	[100, ['100']],
	[101, ['100', '1']],
	[200, ['100', '100']],
])('a limit of %s is exact, and no more records are fetched', async (limit, pages) => {
	const texts = await makePosts(201);
	const { items } = await harness.run('post', 'getAll', { limit });
	expect(items.map(({ json }) => json.text)).toEqual(texts.slice(0, limit));
	expect(pageSizes()).toEqual(pages);
});

it('the default limit is fifty', async () => {
	const texts = await makePosts(51);
	const { items } = await harness.run('post', 'getAll');
	expect(items.map(({ json }) => json.text)).toEqual(texts.slice(0, 50));
});

it('an empty list returns no items and no error', async () => {
	const { items, error } = await harness.run('post', 'getAll', { returnAll: true });
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});

it.each([
	[
		{ brandId: 'none' },
		['Bakery on Worklink', 'Always fails', 'Always blocked', 'Always uncertain', 'Slow'],
	],
	[{ platform: 'photowall' }, ['Bread on Photowall']],
	[{ brandId: 'none', platform: 'worklink' }, ['Bakery on Worklink', 'Slow']],
	[
		{ brandId: '', platform: ' shortpost ' },
		['Bread on Shortpost', 'Cakes on Shortpost', 'Always uncertain'],
	],
])('the filters %j select the accounts', async (filters, names) => {
	const { items } = await harness.run('account', 'getAll', { filters });
	expect(items.map(({ json }) => json.name)).toEqual(names);
});

it('the filter for a brand selects its posts', async () => {
	await makePosts(2);
	const of = async (brand: string) =>
		(await harness.run('post', 'getAll', { filters: { brandId: harness.service.brandId(brand) } }))
			.items;
	expect(await of('Bread')).toHaveLength(2);
	expect(await of('Cakes')).toHaveLength(0);
});

it('a repeated cursor is an error, not an endless loop', async () => {
	const credentials = {
		socialPublishingApi: { baseUrl: 'https://service.example.com/api/v1', apiToken: 'token' },
	};
	const page = { data: { items: [{ id: '1' }], next_cursor: 'again' }, request_id: 'req_1' };
	const scope = nock('https://service.example.com')
		.get(/brands/)
		.times(2)
		.reply(200, page);

	const { error } = await harness.run(
		'brand',
		'getAll',
		{ workspaceId: byId('w'), returnAll: true },
		{
			credentials,
		},
	);

	expect(error?.message).toBe(
		'Could not list the brands: the service returned the same page marker twice',
	);
	expect(scope.isDone()).toBe(true);
});
