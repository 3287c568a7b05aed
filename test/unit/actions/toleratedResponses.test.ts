import { useScriptedService } from '../support/scriptedService';

const service = useScriptedService();

const GET_POST = 'GET /workspaces/1/posts/7';

it('a retried delivery with a numeric ID is followed to its new outcome', async () => {
	const failed = { id: 9, account_id: 3, status: 'failed' };
	await service.open({
		'POST /workspaces/1/destinations/9/retry': () => ({ status: 202, data: { post_id: 7 } }),
		[GET_POST]: ({ nth }) => ({
			data: { id: 7, destinations: [{ ...failed, status: nth < 3 ? 'failed' : 'published' }] },
		}),
	});
	const options = { waitForOutcome: true };
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9', options });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ status: 'published', published: ['3'] });
});

it('a retried delivery is followed although the response does not name its post', async () => {
	await service.open({
		'POST /workspaces/1/destinations/9/retry': () => ({ status: 204 }),
		'GET /workspaces/1/posts': ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ id: 7, destinations: [{ id: 9 }] }], next_cursor: 'more' }
				: { items: [{ id: 6, destinations: [{ id: 8 }] }], next_cursor: 'second' },
		}),
		[GET_POST]: () => ({ data: { id: 7, destinations: [{ id: 9, status: 'Published' }] } }),
	});
	const options = { waitForOutcome: true };
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9', options });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['9'] });
	expect(service.lines().filter((line) => line === 'GET /workspaces/1/posts')).toHaveLength(2);
});

it('a boolean given as text counts', async () => {
	await service.open({ 'GET /workspaces/1/brands': () => ({ data: { items: [] } }) });
	await service.run('brand:getAll', { returnAll: '={{ "true" }}' });
	expect(service.requests[0]?.query.get('limit')).toBe('100');
});

it('a token that the service echoes is masked in the items', async () => {
	await service.open({
		'GET /me': ({ headers }) => ({ data: { id: 1, received: [headers.authorization] } }),
	});
	const { items } = await service.run('identity:get');
	expect(items[0]?.json).toEqual({ id: 1, received: ['Bearer ***'] });
});

it('a numeric error code is shown', async () => {
	await service.open({ 'GET /me': () => ({ status: 403, error: { code: 4031, message: 'No' } }) });
	const { error } = await service.run('identity:get');
	expect(error?.description).toContain('code 4031');
});

it('a rate limit with a wait of 0 seconds does not cause rapid retries', async () => {
	const answer = { status: 429, headers: { 'Retry-After': '0' }, error: {} };
	await service.open({ 'GET /me': () => answer });
	const { error } = await service.run('identity:get');
	expect(error?.description).toContain('Wait a minute');
	expect(service.requests.length).toBeLessThan(30);
});

it('a pagination cursor can be a number', async () => {
	await service.open({
		'GET /workspaces/1/brands': ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ id: 2 }], next_cursor: null }
				: { items: [{ id: 1 }], next_cursor: 1 },
		}),
	});
	const { items } = await service.run('brand:getAll', { returnAll: true });
	expect(items.map(({ json }) => json.id)).toEqual([1, 2]);
});
