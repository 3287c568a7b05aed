import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions } from '../../engine';
import { byId } from '../support/nodeHarness';
import { useScriptedService, type Answers } from '../support/scriptedService';

const service = useScriptedService();

/** One page of a list whose cursors are positions in it. */
function pageOf(
	records: INodeParameters[],
	{ query }: Parameters<Answers[string]>[0],
): { data: { items: INodeParameters[]; next_cursor: string | null } } {
	const start = Number(query.get('cursor') ?? 0);
	const end = start + Number(query.get('limit') ?? 50);
	const items = records.slice(start, end);
	return { data: { items, next_cursor: end < records.length ? String(end) : null } };
}

async function openWithPosts(texts: string[], status = 'draft') {
	const posts = texts.map((text, index) => ({ id: `p${index}`, text, status }));
	await service.open({ 'GET /workspaces/1/posts': (request) => pageOf(posts, request) });
}

function picker(method: string, parameters: INodeParameters = {}) {
	return {
		nodeType: new SocialPublishing(),
		method,
		credentials: service.credentials,
		parameters: { workspaceId: byId('1'), ...parameters },
	};
}

const search = async (filter?: string, paginationToken?: string, operation = 'get') =>
	await listSearch({ ...picker('searchPosts', { operation }), filter, paginationToken });

const textsOf = ({ results }: Awaited<ReturnType<typeof search>>) =>
	results.map(({ name }) => name.split(' — ')[0]);

const breads = (count: number) => Array.from({ length: count }, (_, index) => `Bread ${index}`);

describe('a search', () => {
	it('shows the matches of all pages', async () => {
		await openWithPosts(['Sourdough, new', ...breads(248), 'Sourdough, old']);
		const found = await search('sourdough');
		expect(textsOf(found)).toEqual(['Sourdough, new', 'Sourdough, old']);
		expect(found.paginationToken).toBeUndefined();
		expect(service.requests).toHaveLength(3);
	});

	it('ends with a remark if there are more records than it may read', async () => {
		await openWithPosts([...breads(999), 'Sourdough', 'Sourdough, too old']);
		const found = await search('sourdough');
		expect(service.requests).toHaveLength(10);
		expect(textsOf(found)).toEqual([
			'Sourdough',
			'There are more. Only the first 1,000 were searched. To use another, enter its ID.',
		]);
		expect(found.paginationToken).toBeUndefined();
	});

	it('has no remark if it has read all records', async () => {
		await openWithPosts([...breads(999), 'Sourdough']);
		expect(textsOf(await search('sourdough'))).toEqual(['Sourdough']);
	});

	it('shows only the reason if a page cannot be read', async () => {
		const posts = ['Sourdough, new', ...breads(148), 'Sourdough, old'].map((text) => ({
			id: text,
			text,
		}));
		await service.open({
			'GET /workspaces/1/posts': (request) =>
				request.nth === 2
					? { status: 429, headers: { 'Retry-After': '42' } }
					: pageOf(posts, request),
		});
		expect(textsOf(await search('sourdough'))).toEqual([
			expect.stringMatching(
				/^Could not list the posts: rate limit reached, try again in 42 s\. .*Refresh List/,
			),
		]);
	});
});

it('without a search text, a list reads pages until it is long enough to scroll', async () => {
	const posts = Array.from({ length: 260 }, (_, index) => {
		const isDraft = index < 3 || index >= 150;
		return { id: `p${index}`, text: `Bread ${index}`, status: isDraft ? 'draft' : 'published' };
	});
	await service.open({ 'GET /workspaces/1/posts': (request) => pageOf(posts, request) });
	const first = await search(undefined, undefined, 'publish');
	expect(textsOf(first)).toHaveLength(53);
	const second = await search(undefined, String(first.paginationToken), 'publish');
	expect(textsOf(second)).toHaveLength(60);
	expect(second.paginationToken).toBeUndefined();
});

it('the remark about more records cannot be chosen', async () => {
	await openWithPosts(breads(1_001));
	const value = String((await search('bread')).results.at(-1)?.value);
	const postId = { __rl: true, mode: 'list', value };
	expect((await service.run('post:get', { postId })).error?.message).toBe("'Post' is empty");
});

it('a dropdown reads all pages up to the limit, and has a remark if there are more', async () => {
	const accounts = breads(1_001).map((name) => ({ id: name, name }));
	await service.open({ 'GET /workspaces/1/accounts': (request) => pageOf(accounts, request) });
	const options = await loadOptions(picker('getAccounts'));
	expect(options).toHaveLength(1_001);
	expect(options.at(-1)).toEqual({ name: expect.stringMatching(/^There are more\./), value: ' ' });
});

it('a dropdown ends with one remark if several workspaces have more records than it may read', async () => {
	const accounts = breads(501).map((name) => ({ id: name, name }));
	await service.open({
		'GET /workspaces': () => ({
			data: {
				items: [
					{ id: '1', name: 'A' },
					{ id: '2', name: 'B' },
				],
			},
		}),
		'GET /workspaces/1/accounts': (request) => pageOf(accounts, request),
		'GET /workspaces/2/accounts': (request) => pageOf(accounts, request),
	});
	const options = await loadOptions(picker('getAccounts', { workspaceId: byId('') }));
	expect(options).toHaveLength(1_001);
	expect(options.filter(({ value }) => value === ' ')).toEqual([
		expect.objectContaining({
			name: 'There are more. Only the first 500 were searched. To use another, enter its ID.',
		}),
	]);
	expect(options.at(-1)?.value).toBe(' ');
});

it('a list without a chosen workspace shows ten of them, and says that there are more', async () => {
	const workspaces = Array.from({ length: 11 }, (_, index) => ({
		id: `w${index}`,
		name: `W${index}`,
	}));
	await service.open(({ line }) =>
		line === 'GET /workspaces'
			? { data: { items: workspaces } }
			: { data: { items: [{ id: line.split('/')[2] ?? '', name: 'Bread', platform: 'x' }] } },
	);
	const { results } = await listSearch(picker('searchAccounts', { workspaceId: byId('') }));
	expect(results.map(({ value }) => value).slice(0, 10)).toEqual(
		workspaces.slice(0, 10).map(({ id }) => id),
	);
	expect(results.slice(10).map(({ name }) => name)).toEqual([
		'There are more workspaces. Choose one to see its entries.',
	]);
});
