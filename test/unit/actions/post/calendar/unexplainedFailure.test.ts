import { useScriptedService } from '../../../support/scriptedService';

const service = useScriptedService();

it('the calendar says in words why a post needs attention if the service gives no reason', async () => {
	const destinations = [{ account_id: 'acc_1', status: 'needs_review' }];
	const post = { id: 'post_1', scheduled_at: '2026-03-05T09:00:00Z', destinations };
	await service.open({
		'GET /workspaces/1/accounts': () => ({ data: { items: [{ id: 'acc_1', name: 'Bread' }] } }),
		'GET /workspaces/1/posts': () => ({ data: { items: [post] } }),
	});
	const { items } = await service.run('post:getCalendar', {
		return: 'perDay',
		period: 'custom',
		startDate: '2026-03-05',
		endDate: '2026-03-05',
	});
	expect(items[0]?.json.posts).toMatchObject([{ problem: 'Bread: needs review.' }]);
});
