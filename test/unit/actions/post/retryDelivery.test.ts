import { useScriptedService } from '../../support/scriptedService';

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
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9' });
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
	const { items, error } = await service.run('post:retryDelivery', { destinationId: '9' });
	expect(error).toBeUndefined();
	expect(items[0]?.json.publication).toMatchObject({ settled: true, published: ['9'] });
	expect(service.lines().filter((line) => line === 'GET /workspaces/1/posts')).toHaveLength(2);
});
