import { useScriptedService, type Answers } from '../support/scriptedService';

const service = useScriptedService();

const POSTS = '/workspaces/1/posts';

describe('the pages of a list', () => {
	const page = (items: unknown[], nth: number) => ({ data: { items, next_cursor: `c${nth}` } });

	it.each<[string, Answers[string]]>([
		['without records', ({ nth }) => page([], nth)],
		['with the same records', ({ nth }) => page([{ id: 1 }, { text: 'no ID' }], nth)],
	])('stop the node with an error if they go on forever %s', async (_what, answer) => {
		await service.open({ [`GET ${POSTS}`]: answer });
		const { error } = await service.run('post:getAll', { returnAll: true });
		expect(error?.message).toBe('Could not list the posts: the service returns endless pages');
		expect(service.requests.length).toBeLessThan(200);
	});

	it('stop the node with an error if those of statistics go on forever', async () => {
		await service.open({ 'GET /workspaces/1/statistics': ({ nth }) => page([{ id: 1 }], nth) });
		const { error } = await service.run('statistics:getWorkspace', {
			startDate: '2026-01-01',
			endDate: '2026-01-02',
		});
		expect(error?.message).toContain('the service returns endless pages');
		expect(service.requests.length).toBeLessThan(200);
	});

	it('are all read if there are many, with empty ones in between', async () => {
		const total = 12_000;
		await service.open({
			[`GET ${POSTS}`]: ({ nth }) => {
				const first = nth % 3 === 0 ? Math.floor(nth / 3) * 100 : undefined;
				const ids =
					first === undefined ? [] : Array.from({ length: 100 }, (_, index) => first + index);
				const isLast = ids.at(-1) === total + 99;
				return {
					data: { items: ids.map((id) => ({ id })), next_cursor: isLast ? null : `c${nth}` },
				};
			},
		});
		const { items, error } = await service.run('post:getAll', { returnAll: true });
		expect(error).toBeUndefined();
		expect(items).toHaveLength(total);
	});

	it('may be a single page with 200,000 records', async () => {
		const items = Array.from({ length: 200_000 }, (_, id) => ({ id }));
		await service.open({ [`GET ${POSTS}`]: () => ({ data: { items } }) });
		const result = await service.run('post:getAll', { returnAll: true });
		expect(result.error).toBeUndefined();
		expect(result.items).toHaveLength(200_000);
	});
});
