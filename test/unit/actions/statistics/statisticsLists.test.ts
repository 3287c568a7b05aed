import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const WORKSPACE = 'GET /workspaces/1/statistics';

it('statistics in a list become one item per record', async () => {
	await service.open({
		[WORKSPACE]: ({ query }) => ({
			data: query.has('cursor')
				? { items: [{ account_id: 4, followers: null }], next_cursor: null }
				: { items: [{ account_id: 3, followers: 0 }], next_cursor: 'more' },
		}),
		'GET /workspaces/1/posts/7/statistics': () => ({ data: [{ destination_id: 1, likes: 0 }] }),
	});
	const workspace = await service.run('statistics:getWorkspace');
	expect(workspace.items.map(({ json }) => json)).toEqual([
		{ account_id: 3, followers: 0 },
		{ account_id: 4, followers: null },
	]);
	const post = await service.run('statistics:getPost', { postId: byId('7') });
	expect(post.items.map(({ json }) => json)).toEqual([{ destination_id: 1, likes: 0 }]);
});

it('a record with other fields next to its list stays whole', async () => {
	const data = { items: [{ account_id: 3 }], coverage: { days: 30 } };
	await service.open({ [WORKSPACE]: () => ({ data }) });
	const { items } = await service.run('statistics:getWorkspace');
	expect(items.map(({ json }) => json)).toEqual([data]);
});
