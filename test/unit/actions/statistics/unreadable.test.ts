import type { IDataObject } from 'n8n-workflow';

import { byId } from '../../support/nodeHarness';
import { useScriptedService } from '../../support/scriptedService';

const service = useScriptedService();

/** The statistics of a post, if this is the response of the service. */
async function ofPost(data: unknown, form: 'summary' | 'perDay') {
	await service.open({
		'GET /workspaces/1/posts/7/statistics': () => ({ data, headers: { ETag: '"1"' } }),
	});
	const parameters = { postId: byId('7'), return: form };
	const { items, hints, error } = await service.run('statistics:getPost', parameters);
	expect(error).toBeUndefined();
	return { rows: items.map(({ json }) => json), hint: hints.map(({ message }) => message).join() };
}

describe.each(['summary', 'perDay'] as const)('with Return set to %s', (form) => {
	it.each([
		['nothing', {}],
		['only texts', { status: 'pending', note: 'Come back later' }],
		['a list of bare numbers', { likes: [1, 2, 3] }],
		['pairs of a day and a value', { followers: [['2027-03-14', 6]] }],
		['days next to values', { dates: ['2027-03-14'], followers: [6] }],
		['values by time', { followers: { '1804924800': 4, '1805011200': 6 } }],
		['records by time', { followers: { '1804924800': { count: 4 }, '1805011200': { count: 6 } } }],
		['numbers in text', { likes: '12', engagement: { shares: '3' } }],
		['no figures', { post_id: 7, destinations: [], coverage: { destinations: 0 } }],
	])(
		'statistics with %s are returned as the service sent them, with a hint',
		async (_what, data) => {
			const { rows, hint } = await ofPost(data, form);
			expect(rows).toEqual([{ ...data, etag: '"1"' }]);
			expect(hint).toMatch(/^These statistics cannot be read as a table/);
		},
	);

	it.each<[string, IDataObject]>([
		['date', { followers: [4, 6].map((count) => ({ date: '13.03.2027', count })) }],
		['growth', { likes: 3, rate: { growth: '1,2' } }],
		['views', { likes: 3, views: [1, 2] }],
	])(
		'statistics whose %s cannot be read are returned as the service sent them, with a hint',
		async (name, data) => {
			const { rows, hint } = await ofPost(data, form);
			expect(rows).toEqual([{ ...data, etag: '"1"' }]);
			expect(hint).toBe(
				`These statistics cannot be read as a table because of '${name}', so they are returned as the service sent them.`,
			);
		},
	);
});

it('figures that contradict each other are returned as the service sent them', async () => {
	const data = { items: [1, 2].map((likes) => ({ account_id: 3, likes })) };
	const { rows, hint } = await ofPost(data, 'summary');
	expect(rows).toEqual(data.items.map((row) => ({ ...row, etag: '"1"' })));
	expect(hint).toMatch(/cannot be read as a table/);
});
