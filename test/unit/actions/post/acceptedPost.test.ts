import { useScriptedService } from '../../support/scriptedService';

const POSTS = '/workspaces/1/posts';

const service = useScriptedService();

it('a post that the service has accepted is not reported as a draft if the token expires during the wait', async () => {
	const post = { id: '7', text: 'Bread', destinations: [{ account_id: '3' }] };
	await service.open({
		[`POST ${POSTS}`]: () => ({ status: 201, headers: { ETag: '"1"' }, data: post }),
		[`POST ${POSTS}/7/publish`]: () => ({
			status: 202,
			data: { id: '7', status: 'publishing', destinations: post.destinations },
		}),
		[`GET ${POSTS}/7`]: () => ({ status: 401, error: { code: 'token_expired' } }),
	});
	const { error } = await service.run('post:create', {
		text: 'Bread',
		accountIds: ['3'],
		afterCreate: 'publish',
		options: { validateFirst: false },
	});
	expect(error?.message).toContain('the service does not accept the API token');
	expect(error?.description).toMatch(
		/^The service accepted the post earlier, so it may have been published: do not publish it again/,
	);
	expect(error?.description).not.toContain('draft');
});
