import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

const SCHEDULED = { id: 'p1', status: 'scheduled', destinations: [] };
const AFTER = { scheduledAfter: '2027-03-14T10:00:00Z' };

async function list(post: IDataObject, filters: INodeParameters) {
	await service.open({
		'GET /workspaces/1/posts': () => ({ data: { items: [post], next_cursor: null } }),
	});
	return await service.run('post:getAll', { returnAll: true, filters });
}

it('a list that does not show when a scheduled post goes out is not filtered by time', async () => {
	for (const filters of [AFTER, { scheduledBefore: '2027-03-14T10:00:00Z' }]) {
		const { items, error } = await list(SCHEDULED, filters);
		expect(items).toEqual([]);
		expect(error?.message).toBe(
			'Could not list the posts: the list does not show when the scheduled post p1 goes out',
		);
		expect(error?.description).toContain('Remove the filters');
	}
});

it('a post that is not scheduled, or that another filter leaves out, needs no time', async () => {
	const draft = await list({ ...SCHEDULED, status: 'draft' }, AFTER);
	expect([draft.items, draft.error]).toEqual([[], undefined]);
	const others = await list(SCHEDULED, { ...AFTER, status: ['published'] });
	expect([others.items, others.error]).toEqual([[], undefined]);
	const all = await list(SCHEDULED, { status: ['scheduled'] });
	expect(all.items.map(({ json }) => json.id)).toEqual(['p1']);
});
