import type { INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { listSearch, loadOptions } from '../../engine';
import { jpeg } from '../support/files';
import { byId, itemWithFile } from '../support/nodeHarness';
import { useScriptedService, type Answers, type ScriptedService } from '../support/scriptedService';

/** A service that repeats the token in its responses. The node must not show it anywhere. */

const service = useScriptedService();

/** JSON escapes two of its characters. */
const TOKEN = 'sp_a"quoted\\token';

const POST = '/workspaces/1/posts/7';
const postId = byId('7');
const failed = {
	id: 7,
	status: 'failed',
	text: `Bread ${TOKEN}`,
	[`the key ${TOKEN}`]: [{ deep: TOKEN }],
	destinations: [
		{ id: 'd', account_id: `account ${TOKEN}`, status: 'failed', error: { message: TOKEN } },
	],
};
const headers = { ETag: `"${TOKEN}"` };

function expectNoToken(value: unknown): void {
	const texts: string[] = [];
	JSON.stringify(value, (name, each: unknown) => {
		texts.push(name, ...(typeof each === 'string' ? [each] : []));
		return each;
	});
	expect(texts.filter((text) => /quoted|token"/.test(text))).toEqual([]);
}

async function run(
	name: string,
	answers: Answers,
	parameters: INodeParameters,
	options: Parameters<ScriptedService['run']>[2] = {},
) {
	await service.open(answers, TOKEN);
	const results = [
		await service.run(name, parameters, options),
		await service.run(name, parameters, { ...options, continueOnFail: 'continueRegularOutput' }),
		await service.run(name, parameters, { ...options, continueOnFail: 'continueErrorOutput' }),
	];
	expect(service.requests.length).toBeGreaterThan(0);
	for (const { items, outputs, error, hints, run: saved } of results) {
		expectNoToken([items, outputs, error, error?.stack, hints]);
		// n8n itself stores the parameters and the credential's name, but no token.
		expect(JSON.stringify(saved)).not.toContain(JSON.stringify(TOKEN).slice(1, -1));
	}
	return results;
}

const revised = { ...failed, status: 'draft' };
const refusal = {
	error: {
		code: TOKEN,
		message: `No ${TOKEN}`,
		details: { [TOKEN]: TOKEN, list: [{ field: TOKEN, message: TOKEN }] },
	},
};

it.each<[string, string, Answers, INodeParameters]>([
	['a post', 'post:get', { [`GET ${POST}`]: () => ({ headers, data: failed }) }, { postId }],
	[
		'a list',
		'post:getAll',
		{ 'GET /workspaces/1/posts': () => ({ data: { items: [failed], next_cursor: null } }) },
		{ returnAll: true },
	],
	[
		"a delivery's failure",
		'post:waitForOutcome',
		{ [`GET ${POST}`]: () => ({ headers, data: failed }) },
		{ postId },
	],
	[
		'a preflight',
		'post:validate',
		{
			'POST /workspaces/1/posts/validate': () => ({
				data: { ready: true, errors: [{ message: `No ${TOKEN}` }] },
			}),
		},
		{ text: 'Bread', accountIds: ['3'] },
	],
	[
		'the post that comes with a conflict',
		'post:update',
		{
			[`GET ${POST}`]: () => ({ headers, data: revised }),
			[`PATCH ${POST}`]: () => ({ status: 412, ...refusal }),
		},
		{ postId, updateFields: { text: 'Rolls' } },
	],
	[
		'a refusal',
		'post:duplicate',
		{ [`POST ${POST}/duplicate`]: () => ({ status: 422, ...refusal }) },
		{ postId },
	],
	[
		'the text of a tool',
		'assistantTool:call',
		{
			'POST /mcp': () => ({
				text: JSON.stringify({
					jsonrpc: '2.0',
					id: 1,
					result: { content: [{ type: 'text', text: JSON.stringify({ data: failed }) }] },
				}),
			}),
		},
		{ toolName: 'get_post', argumentsInput: 'json', toolArgumentsJson: '{"post_id":"7"}' },
	],
])('%s does not show the token', async (_what, name, answers, parameters) => {
	await run(name, answers, parameters);
});

it("a file's failure does not show the token", async () => {
	const input = [await itemWithFile(await jpeg(), 'bread.jpg', 'image/jpeg')];
	await run(
		'media:upload',
		{
			'POST /workspaces/1/media/uploads': () => ({ data: { id: 'm', part_size: 5_000_000 } }),
			'PUT /workspaces/1/media/m/parts/1': () => ({ data: { etag: '"1"' } }),
			'POST /workspaces/1/media/m/complete': () => ({
				data: { id: 'm', status: 'failed', error: { message: `It is ${TOKEN}` } },
			}),
		},
		{ options: { prepareImage: false } },
		{ input },
	);
});

it('the pickers do not show the token', async () => {
	const named = { data: { items: [{ id: '1', name: TOKEN, platform: TOKEN, text: TOKEN }] } };
	await service.open(
		Object.fromEntries(
			['workspaces', 'workspaces/1/posts', 'workspaces/1/accounts', 'workspaces/1/brands'].map(
				(path) => [`GET /${path}`, () => named],
			),
		),
		TOKEN,
	);
	const picker = (method: string) => ({
		nodeType: new SocialPublishing(),
		method,
		credentials: service.credentials,
		parameters: { workspaceId: byId('1') },
	});
	for (const method of ['searchWorkspaces', 'searchPosts', 'searchAccounts']) {
		const { results } = await listSearch(picker(method));
		expect(results).toHaveLength(1);
		expectNoToken(results);
	}
	for (const method of ['getAccounts', 'getBrands']) {
		const options = await loadOptions(picker(method));
		expect(options.length).toBeGreaterThan(0);
		expectNoToken(options);
	}
});
