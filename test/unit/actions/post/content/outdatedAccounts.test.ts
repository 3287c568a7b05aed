import { useScriptedService } from '../../../support/scriptedService';

const service = useScriptedService();

it('a Retry knows the accounts as they are when the service has objected to those of the cache', async () => {
	let accountId = 'old';
	const draft = { id: 7, status: 'draft', text: 'Bread' };
	await service.open({
		'GET /workspaces/1/accounts': () => ({ data: [{ id: accountId, name: 'Buns' }] }),
		'POST /workspaces/1/posts/validate': ({ body }) =>
			String(body).includes(accountId)
				? { data: { valid: true } }
				: { data: { valid: false, errors: ['This account does not exist'] } },
		'POST /workspaces/1/posts': () => ({ status: 201, headers: { ETag: '"1"' }, data: draft }),
		'GET /workspaces/1/posts/7': () => ({ headers: { ETag: '"1"' }, data: draft }),
		'POST /workspaces/1/posts/7/publish': () => ({ status: 202, data: draft }),
	});
	const parameters = { text: 'Bread', accountIds: ['Buns'] };
	await service.run('post:create', parameters);
	accountId = 'new';
	const publish = { ...parameters, afterCreate: 'publish', waitForOutcome: false };
	const failed = await service.run('post:create', publish);
	expect(failed.error?.message).toContain('This account does not exist');
	const { error } = await service.run('post:create', publish, { retryOf: failed });
	expect(error).toBeUndefined();
});
