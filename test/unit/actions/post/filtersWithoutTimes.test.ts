import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { dialects, type Dialect } from '../../../service';
import { NodeHarness } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';
import { without } from '../../support/postDialects';
import { draft, inHours, made, scheduled } from '../createRecords';

const withoutTime = (post: Record<string, unknown>) => without(post, 'scheduled_at');

const services: Array<[leavesOut: string, dialect: Dialect]> = [
	['times', { ...dialects.first, listedPost: withoutTime }],
	[
		'times, and no post has a status before it is published',
		{ ...dialects.second, shownDelivery: shownOnceSent, listedPost: withoutTime },
	],
];

function shownOnceSent(status: string): string | null {
	return ['draft', 'scheduled'].includes(status) ? null : status;
}

describe.each(services)('a list that leaves out %s', (_leavesOut, dialect) => {
	const harness = new NodeHarness();
	beforeEach(async () => await harness.open({ dialect }));
	afterEach(async () => await harness.close());

	const list = async (filters: INodeParameters, more: INodeParameters = { returnAll: true }) => {
		harness.requests();
		const { items, error } = await harness.run('post', 'getAll', { filters, ...more });
		expect(error).toBeUndefined();
		return { ids: items.map(({ json }) => json.id), items, requests: harness.requests() };
	};

	it('is filtered by time: the posts that may have one are read', async () => {
		await draft(harness);
		const { id } = await scheduled(harness);
		const after = await list({ scheduledAfter: inHours(harness, 0.4) });
		expect(after.ids).toEqual([id]);
		expect(after.items[0]?.json.scheduled_at).toBe(inHours(harness, 0.5));
		expect((await list({ scheduledAfter: inHours(harness, 0.6) })).ids).toEqual([]);
		expect((await list({ scheduledBefore: inHours(harness, 0.6) })).ids).toEqual([id]);
	});

	it('is filtered by status', async () => {
		const { id: draftId } = await draft(harness);
		const { id } = await scheduled(harness);
		expect((await list({ status: ['draft'] })).ids).toEqual([draftId]);
		expect((await list({ status: ['scheduled'] })).ids).toEqual([id]);
		const others = await list({ status: ['published'] });
		expect(others).toMatchObject({ ids: [], requests: ['list_posts'] });
	});

	it('does not claim that a scheduled post is a draft', async () => {
		await scheduled(harness);
		const { items } = await list({}, { returnAll: true, simplify: true });
		expect(items[0]?.json.status).not.toBe('draft');
		expect(items[0]?.json.message).toMatch(
			/^The (status of the post is unknown\.|post is scheduled\.)/,
		);
		const { items: found } = await list({ status: ['scheduled'] }, { simplify: true });
		expect(found[0]?.json.status).toBe('scheduled');
	});

	it('is read only as far as the limit needs', async () => {
		for (let count = 0; count < 3; count++) await scheduled(harness);
		const scheduledAfter = inHours(harness, 0.1);
		const { requests } = await list({ scheduledAfter }, { limit: 1 });
		expect(requests).toEqual(['list_posts', 'get_post']);
	});
});

it('posts without a time are not read if the list states the times of others', async () => {
	const harness = new NodeHarness();
	await harness.open({ dialect: { ...dialects.second, shownDelivery: shownOnceSent } });
	await draft(harness);
	await scheduled(harness);
	harness.requests();
	await made(harness, 'post:getAll', { filters: { scheduledAfter: inHours(harness, 0.1) } });
	expect(harness.requests()).toEqual(['list_posts']);
	await harness.close();
});

describe('a post whose time the service does not state', () => {
	const service = useScriptedService();

	const SCHEDULED = { id: 'p1', status: 'scheduled', destinations: [] };
	const AFTER = { scheduledAfter: '2027-03-14T10:00:00Z' };

	async function list(posts: IDataObject[], filters: INodeParameters) {
		await service.open(({ line }) =>
			line === 'GET /workspaces/1/posts'
				? { data: { items: posts, next_cursor: null } }
				: { data: posts.find(({ id }) => line.endsWith(`/${String(id)}`)) },
		);
		return await service.run('post:getAll', { returnAll: true, filters });
	}

	it('is an error of the filters by time', async () => {
		for (const filters of [AFTER, { scheduledBefore: '2027-03-14T10:00:00Z' }]) {
			const { items, error } = await list([SCHEDULED], filters);
			expect(items).toEqual([]);
			expect(error?.message).toBe(
				'Could not list the posts: the service does not show when the scheduled post p1 goes out',
			);
			expect(error?.description).toContain('Remove the filters');
		}
	});

	it('needs no time if it is not scheduled, or if another filter leaves it out', async () => {
		const draft = await list([{ ...SCHEDULED, status: 'draft' }], AFTER);
		expect([draft.items, draft.error]).toEqual([[], undefined]);
		const others = await list([SCHEDULED], { ...AFTER, status: ['published'] });
		expect([others.items, others.error]).toEqual([[], undefined]);
		const all = await list([SCHEDULED], { status: ['scheduled'] });
		expect(all.items.map(({ json }) => json.id)).toEqual(['p1']);
	});

	it('is one of at most 100 that are read', async () => {
		const posts = Array.from({ length: 101 }, (_, index) => ({
			...SCHEDULED,
			id: `p${index}`,
			destinations: [],
		}));
		await service.open(({ line }) =>
			line === 'GET /workspaces/1/posts'
				? { data: { items: posts, next_cursor: null } }
				: { data: { ...SCHEDULED, scheduled_at: '2027-03-14T12:00:00Z' } },
		);
		const { error } = await service.run('post:getAll', { returnAll: true, filters: AFTER });
		expect(error?.message).toBe(
			'Could not list the posts: the list of posts does not show when they go out',
		);
		expect(service.lines()).toHaveLength(101);
	});
});
