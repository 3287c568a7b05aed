import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { clock } from '../../../nodes/SocialPublishing/transport/clock';
import { resourceMapping, runNode } from '../../engine';
import { PlainEndpoint, result, structured, type Asked, type Reply } from './plainEndpoint';

let endpoint: PlainEndpoint;
let nowMs: number;

beforeEach(() => {
	nowMs = Date.now();
	jest.spyOn(clock, 'now').mockImplementation(() => nowMs);
	jest.spyOn(clock, 'wait').mockImplementation(async (durationMs) => {
		nowMs += durationMs;
	});
});

afterEach(async () => {
	jest.restoreAllMocks();
	await endpoint.close();
});

const id = { type: 'string' };

function tool(name: string, properties: IDataObject, more: IDataObject = {}): IDataObject {
	return { name, inputSchema: { type: 'object', properties, ...more } };
}

/** Tools, and what each of them answers; any other answers with its arguments. */
async function open(
	tools: IDataObject[],
	answers: Record<string, Reply | ((args: IDataObject) => Reply)> = {},
	path = '/mcp',
) {
	endpoint = await PlainEndpoint.open(path, ({ method, params }: Asked) => {
		if (method === 'tools/list') return result({ tools });
		const { name = '', arguments: args = {} } = params;
		const answer = answers[name] ?? structured({ data: args });
		return typeof answer === 'function' ? answer(args) : answer;
	});
}

function credentials() {
	const { origin } = new URL(endpoint.url);
	return {
		socialPublishingApi: {
			baseUrl: `${origin}/api/v1`,
			apiToken: `token-${origin}`,
			mcpUrl: endpoint.url,
		},
	};
}

async function run(toolName: string, args: IDataObject = {}, more: INodeParameters = {}) {
	return await runNode({
		nodeType: new SocialPublishing(),
		credentials: credentials(),
		parameters: {
			resource: 'assistantTool',
			operation: 'call',
			toolName,
			argumentsInput: 'json',
			toolArgumentsJson: JSON.stringify(args),
			...more,
		},
	});
}

describe('an endpoint', () => {
	it.each(['/deep/er/mcp', '/mcp/'])('is asked at exactly its path: %s', async (path) => {
		await open([], {}, path);
		const { items, error } = await run('get_identity', { a: 1 });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ a: 1 });
	});

	it('that gives the same page of tools again and again is asked no further', async () => {
		endpoint = await PlainEndpoint.open('/mcp', () =>
			result({ tools: [tool('get_identity', {})], nextCursor: 'more' }),
		);
		const { error } = await run('publish_post');
		expect(error?.description).toContain('It has: get_identity');
		expect(endpoint.asked.length).toBeLessThan(4);
	});

	it('may notify and ask before it answers in its stream', async () => {
		const messages = [
			{ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } },
			{ jsonrpc: '2.0', id: 's1', method: 'roots/list' },
			{ jsonrpc: '2.0', id: 1, result: { structuredContent: { data: { id: 'x' } } } },
		];
		const body = messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
		await open([], {
			get_identity: { headers: { 'Content-Type': 'Text/Event-Stream; charset=utf-8' }, body },
		});
		expect((await run('get_identity')).items[0]?.json).toEqual({ id: 'x' });
	});
});

describe('an error of the protocol', () => {
	const refusal = (status: number, data?: IDataObject): Reply => ({
		status,
		body: { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'No.', data } },
	});

	it.each([
		[401, undefined, 'the service does not accept the API token'],
		[403, { code: 'addon_required', request_id: 'r1' }, 'the API/MCP add-on of your account'],
		[403, { error: { code: 'addon_required' } }, 'the API/MCP add-on of your account'],
		[403, undefined, 'your account may not do this'],
		[429, undefined, 'too many requests'],
		[503, undefined, 'the service has a fault (status 503)'],
		[400, undefined, 'the service reports an error of the protocol'],
		[200, undefined, 'the service reports an error of the protocol'],
	])('with status %d and %j is told in its words', async (status, data, words) => {
		await open([], { get_identity: refusal(status, data) });
		const { error } = await run('get_identity');
		expect(error?.message).toContain(words);
	});

	it('about the rate limit is waited for', async () => {
		let count = 0;
		await open([], {
			get_identity: () =>
				count++ === 0
					? { ...refusal(429), headers: { 'Retry-After': '7' } }
					: structured({ data: { id: 1 } }),
		});
		const startMs = nowMs;
		expect((await run('get_identity')).items[0]?.json).toEqual({ id: 1 });
		expect(nowMs - startMs).toBe(7_000);
	});
});

describe('a tool that answers', () => {
	it.each([
		['the bare record', structured({ id: 'p', text: 'Bread' }), [{ id: 'p', text: 'Bread' }]],
		['the bare list', structured({ items: [{ id: 1 }, { id: 2 }] }), [{ id: 1 }, { id: 2 }]],
		[
			'text for people beside the record',
			result({
				content: [
					{ type: 'text', text: 'Here you are:' },
					{ type: 'text', text: '{"data":{"id":"p"}}' },
				],
			}),
			[{ id: 'p' }],
		],
		['a word', result({ content: [{ type: 'text', text: '42' }] }), [{ text: '42' }]],
	])('%s', async (_what, answer, items) => {
		await open([], { get_post: answer });
		expect((await run('get_post')).items.map(({ json }) => json)).toEqual(items);
	});

	it('that there were too many requests', async () => {
		const content = [{ type: 'text', text: '{"error":{"code":"rate_limited"}}' }];
		await open([], { get_post: result({ isError: true, content }) });
		const { error } = await run('get_post');
		expect(error?.message).toContain('too many requests');
		expect(error?.description).toContain('Wait a minute');
	});
});

describe('a revision', () => {
	const reader = tool('get_post', { post_id: id });
	const post = (record: IDataObject) => ({ get_post: structured({ data: record }) });

	it.each([
		['a number for a number', { revision: 3 }, 'integer', 3],
		['a number for a text', { revision: 3 }, 'string', '3'],
		['an ETag', { etag: '"3"' }, 'string', '"3"'],
	])('goes on as the tool takes it: %s', async (_what, record, type, revision) => {
		const editor = tool('edit_post', { post_id: id, revision: { type } });
		await open([reader, editor], post({ id: 'p', ...record }));
		expect((await run('edit_post', { post_id: 'p' })).error).toBeUndefined();
		expect(endpoint.callsOf('edit_post')).toEqual([{ post_id: 'p', revision }]);
	});

	it('that is given goes out as it is', async () => {
		await open([reader, tool('edit_post', { post_id: id, revision: { type: 'integer' } })]);
		await run('edit_post', { post_id: 'p', revision: 7 });
		expect(endpoint.callsOf('edit_post')).toEqual([{ post_id: 'p', revision: 7 }]);
	});
});

describe('the form of a tool', () => {
	const schema = {
		$defs: {
			Kind: { enum: ['photo', 'video', null] },
			List: { type: 'array', items: { $ref: '#/$defs/Node' } },
			Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } },
			Common: { properties: { workspace_id: id }, required: ['workspace_id'] },
		},
		allOf: [{ $ref: '#/$defs/Common' }],
		required: ['level'],
	};
	const properties = {
		kind: { $ref: '#/$defs/Kind' },
		list: { $ref: '#/$defs/List', description: 'Some' },
		node: { oneOf: [{ type: 'null' }, { $ref: '#/$defs/Node' }] },
		level: { type: 'integer', enum: [1, 2], default: 2 },
		choice: { anyOf: [{ const: 'a' }, { const: 'b' }, { type: 'null' }] },
		open: { anyOf: [{ enum: ['a'] }, { type: 'string' }] },
		lost: { $ref: 'https://example.com/other.json' },
	};

	it('follows references, and knows the values to choose from', async () => {
		await open([tool('list_things', properties, schema)]);
		const { fields } = await resourceMapping({
			nodeType: new SocialPublishing(),
			credentials: credentials(),
			parameters: { resource: 'assistantTool', operation: 'call', toolName: 'list_things' },
			method: 'getToolArguments',
		});
		const shown = fields.map(({ id: name, type, required, options }) => [
			name,
			type,
			required,
			options?.map(({ value }) => value),
		]);
		expect(shown).toEqual([
			['workspace_id', 'string', true, undefined],
			['kind', 'options', false, ['photo', 'video']],
			['list', 'array', false, undefined],
			['node', 'object', false, undefined],
			['level', 'options', true, [1, 2]],
			['choice', 'options', false, ['a', 'b']],
			['open', 'string', false, undefined],
			['lost', 'string', false, undefined],
		]);
	});

	it('sends a chosen number as a number', async () => {
		await open([]);
		const level = { id: 'level', displayName: 'level', type: 'options', required: true };
		const options = [1, 2].map((value) => ({ name: String(value), value }));
		const { error } = await run(
			'list_things',
			{},
			{
				argumentsInput: 'form',
				toolArguments: {
					mappingMode: 'defineBelow',
					value: { level: 2 },
					schema: [{ ...level, options, display: true, defaultMatch: false }],
				},
			},
		);
		expect(error).toBeUndefined();
		expect(endpoint.callsOf('list_things')).toEqual([{ level: 2 }]);
	});
});
