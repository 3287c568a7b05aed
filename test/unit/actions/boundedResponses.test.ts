import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions } from '../../engine';
import { byId } from '../support/nodeHarness';
import { useScriptedService } from '../support/scriptedService';

/** Responses of excessive size or depth. The node always ends with a result or a readable error. */

const service = useScriptedService();

const POST = '/workspaces/1/posts/7';
const POSTS = '/workspaces/1/posts';
const postId = byId('7');

const deep = (levels: number) =>
	`${'['.repeat(levels)}${'{"in":'.repeat(levels)}1${'}'.repeat(levels)}${']'.repeat(levels)}`;

describe.each([5_000, 50_000])('a response nested %s levels deep', (levels) => {
	const post = `"id":"7","status":"draft","deep":${deep(levels)}`;

	it.each<[string, string, string, INodeParameters]>([
		['post:create', `POST ${POSTS}`, `{"data":{${post}}}`, { text: 'Bread', accountIds: ['3'] }],
		['post:get', `GET ${POST}`, `{"data":{${post}}}`, { postId }],
		['post:getAll', `GET ${POSTS}`, `{"data":{"items":[{${post}}]}}`, {}],
		[
			'assistantTool:call',
			'POST /mcp',
			`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{${post}}}}`,
			{ toolName: 'get_post', argumentsInput: 'json' },
		],
	])('does not hide the result of %s', async (name, line, text, parameters) => {
		await service.open({ [line]: () => ({ text }) });
		const { items, error } = await service.run(name, parameters);
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ id: '7', status: 'draft' });
		expect(JSON.stringify(items)).toContain('(nested too deeply)');
	});

	it('does not hide why a command is refused', async () => {
		const text = `{"error":{"code":"odd","message":"Odd text","details":${deep(levels)}}}`;
		await service.open({ [`POST ${POST}/duplicate`]: () => ({ status: 422, text }) });
		const { error } = await service.run('post:duplicate', { postId });
		expect(error?.message).toBe('Could not duplicate the post: the service rejected the input');
		expect(error?.description).toContain('The service says: "Odd text."');
	});
});

describe('a text of 5 MB', () => {
	const long = 'far too much '.repeat(400_000);
	const many = Object.fromEntries(
		Array.from({ length: 50_000 }, (_, index) => [`f${index}`, long.slice(0, 90)]),
	);

	it.each([
		['message', { message: long }],
		['code', { code: long, message: 'Odd' }],
		['details', { message: 'Odd', details: { text: long } }],
		['details with many fields', { message: 'Odd', details: many }],
	])('is cut if it is the %s of an error', async (_where, error) => {
		await service.open({ [`POST ${POST}/duplicate`]: () => ({ status: 422, error }) });
		for (const continueOnFail of [undefined, 'continueRegularOutput'] as const) {
			const result = await service.run('post:duplicate', { postId }, { continueOnFail });
			expect(JSON.stringify([result.items, result.error]).length).toBeLessThan(60_000);
		}
	});

	it('leaves the error readable if it is the reason of a failed delivery', async () => {
		const destinations = [
			{ id: 'd', account_id: long, status: 'failed', error: { message: long } },
		];
		await service.open({
			[`GET ${POST}`]: () => ({ data: { id: 7, status: 'failed', destinations } }),
		});
		const { error } = await service.run('post:waitForOutcome', { postId });
		expect(error?.message).toMatch(/^Not published on /);
		expect(error?.message.length).toBeLessThan(400);
		expect(error?.description?.length).toBeLessThan(6_000);
		expect(error?.description).toMatch(/use Post → Retry Failed.+$/);
	});
});

it.each(['9'.repeat(400), '1e400', '99999999999999999999'])(
	'the error states how long a Retry-After of %s is',
	async (wait) => {
		await service.open({
			[`GET ${POST}`]: () => ({
				status: 429,
				headers: { 'Retry-After': wait },
				error: { code: 'rate_limit' },
			}),
		});
		const { error } = await service.run('post:get', { postId });
		expect(error?.description).toMatch(/^Wait (more than a day|a minute) and try again\./);
	},
);

describe('IDs that are neither text nor numbers', () => {
	const odd: unknown[] = [{ toString: 1, valueOf: 2 }, null, [], {}, true];
	const records = [
		...odd.map((id) => ({ id, name: id, text: id, platform: id, status: id })),
		{ name: 'Nameless' },
		{ id: 'a' },
	];
	const list = { data: { items: records, next_cursor: null } };

	it('are not offered in the pickers', async () => {
		const paths = [
			'workspaces',
			'workspaces/1/posts',
			'workspaces/1/accounts',
			'workspaces/1/brands',
		];
		await service.open(Object.fromEntries(paths.map((path) => [`GET /${path}`, () => list])));
		const picker = (method: string) => ({
			nodeType: new SocialPublishing(),
			method,
			credentials: service.credentials,
			parameters: { workspaceId: byId('1') },
		});
		for (const method of ['searchWorkspaces', 'searchPosts', 'searchAccounts']) {
			expect((await listSearch(picker(method))).results).toEqual([{ name: 'a', value: 'a' }]);
		}
		expect(await loadOptions(picker('getAccounts'))).toEqual([{ name: 'a', value: 'a' }]);
		expect(await loadOptions(picker('getBrands'))).toEqual([
			{ name: 'Without a Brand', value: 'none' },
			{ name: 'a', value: 'a' },
		]);
	});

	it('are not offered in the pickers if they are infinite numbers', async () => {
		const text = '{"data":{"items":[{"id":1e999},{"id":"a","name":1e999}]}}';
		await service.open({ 'GET /workspaces': () => ({ text }) });
		const { credentials } = service;
		const { results } = await listSearch({
			nodeType: new SocialPublishing(),
			method: 'searchWorkspaces',
			credentials,
		});
		expect(results).toEqual([{ name: 'a', value: 'a' }]);
	});

	it('are not in the form of an assistant tool', async () => {
		const tools = [
			...odd.map((name) => ({ name })),
			{ name: 'get_post', inputSchema: { required: odd, properties: { post_id: odd } } },
		];
		await service.open({
			'POST /mcp': () => ({ text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools } }) }),
		});
		const { items } = await service.run('assistantTool:getAll');
		expect(items.map(({ json }) => json.name)).toEqual(['get_post']);
	});

	it('do not interrupt the search for a post', async () => {
		const text = { toString: 1, valueOf: 2 };
		const post = { id: text, text, destinations: [{ account_id: '3', text }] };
		await service.open({
			[`POST ${POSTS}`]: () => ({ status: 409, error: { code: 'idempotency_key_reused' } }),
			[`GET ${POSTS}`]: () => ({ data: { items: [post, { ...post, id: 8 }] } }),
		});
		const parameters = { text: 'Bread', accountIds: ['3'], idempotency: 'content' };
		const { error } = await service.run('post:create', parameters);
		expect(error?.message).toMatch(/^Could not create the post: /);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/\[object|undefined|primitive/);
	});
});
