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

it('the statistics of a post on many accounts are read to the last page', async () => {
	const rows = Array.from({ length: 60 }, (_, index) => ({ destination_id: index, likes: 0 }));
	await service.open({
		'GET /workspaces/1/posts/7/statistics': ({ query }) => ({
			data: query.has('cursor')
				? { items: rows.slice(50), next_cursor: null }
				: { items: rows.slice(0, 50), next_cursor: 'more' },
		}),
	});
	const { items } = await service.run('statistics:getPost', { postId: byId('7') });
	expect(items.map(({ json }) => json)).toEqual(rows);
	expect(service.requests.map(({ query }) => [...query.keys()])).toEqual([[], ['cursor']]);
});

it('a record with other fields next to its list stays whole', async () => {
	const data = { items: [{ account_id: 3 }], coverage: { days: 30 } };
	await service.open({ [WORKSPACE]: () => ({ data }) });
	const { items } = await service.run('statistics:getWorkspace');
	expect(items.map(({ json }) => json)).toEqual([data]);
});

it.each([365, 370])(
	'rows that differ only in their time become one item each, over %s days',
	async (days) => {
		const dayMs = 24 * 60 * 60 * 1_000;
		await service.open({
			'GET /workspaces/1/accounts/3/statistics': ({ query }) => {
				const first = Date.parse(query.get('start_date') ?? '');
				const last = Date.parse(query.get('end_date') ?? '');
				const count = (last - first) / dayMs + 1;
				const items = Array.from({ length: count }, (_, index) => ({
					account_id: 3,
					recorded_at: new Date(first + index * dayMs).toISOString(),
					followers: 7,
				}));
				return { data: { items, next_cursor: null } };
			},
		});
		const startMs = Date.parse('2025-01-01');
		const { items } = await service.run(
			'statistics:getAccount',
			{
				accountId: byId('3'),
				period: 'custom',
				startDate: '2025-01-01',
				endDate: new Date(startMs + (days - 1) * dayMs).toISOString().slice(0, 10),
			},
			{ timezone: 'UTC' },
		);
		expect(items.map(({ json }) => json.recorded_at)).toEqual(
			Array.from({ length: days }, (_, index) => new Date(startMs + index * dayMs).toISOString()),
		);
	},
);

it('rows on two pages are all returned, however they differ', async () => {
	const rows = [
		{ post_id: 1, platform: 'a', likes: 0 },
		{ post_id: 1, platform: 'b', likes: 0 },
		{ post_id: 1, platform: 'b', likes: 0 },
	];
	await service.open({
		[WORKSPACE]: ({ query }) => ({
			data: query.has('cursor')
				? { items: rows.slice(1), next_cursor: null }
				: { items: rows.slice(0, 2), next_cursor: 'more' },
		}),
	});
	const { items } = await service.run('statistics:getWorkspace');
	expect(items.map(({ json }) => json)).toEqual([rows[0], rows[1], rows[1], rows[2]]);
});

it.each([
	['has the ETag of its only response', '2026-03-01', { id: 'a', followers: 4, etag: '"1"' }],
	['that joins several responses has no ETag', '2024-03-01', { id: 'a', followers: 4 }],
])('a raw record of an account %s', async (_what, startDate, expected) => {
	await service.open({
		'GET /workspaces/1/accounts/a/statistics': ({ nth }) => ({
			data: { id: 'a', followers: 4 },
			headers: { ETag: `"${nth}"` },
		}),
	});
	const { items, error } = await service.run('statistics:getAccount', {
		accountId: byId('a'),
		period: 'custom',
		startDate,
		endDate: '2026-03-07',
		return: 'raw',
	});
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json)).toEqual([expected]);
});
