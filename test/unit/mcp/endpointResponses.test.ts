import type { IDataObject } from 'n8n-workflow';

import { usePassingTime } from '../support/passingTime';
import type { ScriptedResponse } from '../support/scriptedServer';
import { callTool, openTools, result, ScriptedTools, structured, tool } from './scriptedTools';

let endpoint: ScriptedTools;
const time = usePassingTime();

afterEach(async () => await endpoint.close());

describe('an endpoint', () => {
	it.each(['/deep/er/mcp', '/mcp/'])('is requested at exactly its path: %s', async (path) => {
		endpoint = await openTools([], {}, path);
		const { items, error } = await callTool(endpoint, 'get_identity', { a: 1 });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ a: 1 });
	});

	it('that repeats the same page of tools is not requested any further', async () => {
		endpoint = await ScriptedTools.open('/mcp', () =>
			result({ tools: [tool('get_identity', {})], nextCursor: 'more' }),
		);
		const { error } = await callTool(endpoint, 'publish_post');
		expect(error?.description).toContain('Choose one of these: get_identity');
		expect(endpoint.rpcRequests.length).toBeLessThan(4);
	});

	it('that offers no tools is explained without an empty list of names', async () => {
		endpoint = await openTools([]);
		const { error } = await callTool(endpoint, 'publish_post');
		expect(error?.message).toContain('The service has no tool "publish_post"');
		expect(error?.description).toMatch(/^The service offers no tools\. Check the 'MCP URL'/);
	});

	it('may send notifications and requests in its stream before the response', async () => {
		const messages = [
			{ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } },
			{ jsonrpc: '2.0', id: 's1', method: 'roots/list' },
			{ jsonrpc: '2.0', id: 1, result: { structuredContent: { data: { id: 'x' } } } },
		];
		const body = messages.map((message) => `data: ${JSON.stringify(message)}\n\n`).join('');
		endpoint = await openTools([], {
			get_identity: { headers: { 'Content-Type': 'Text/Event-Stream; charset=utf-8' }, body },
		});
		expect((await callTool(endpoint, 'get_identity')).items[0]?.json).toEqual({ id: 'x' });
	});
});

describe('a protocol error', () => {
	const refusal = (status: number, data?: IDataObject): ScriptedResponse => ({
		status,
		body: { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'No.', data } },
	});

	it.each([
		[401, undefined, 'the service does not accept the API token'],
		[403, { code: 'addon_required', request_id: 'r1' }, 'the API/MCP add-on of your account'],
		[403, { error: { code: 'addon_required' } }, 'the API/MCP add-on of your account'],
		[403, undefined, 'your account is not allowed to do this'],
		[412, undefined, 'the post has been changed since it was read'],
		[428, undefined, 'the service needs the current revision of the post'],
		[429, undefined, 'too many requests'],
		[503, undefined, 'the service reports a server error (status 503)'],
		[400, undefined, 'the service reports a protocol error'],
		[400, { code: 'validation_failed' }, 'the tool reports an error'],
		[200, undefined, 'the service reports a protocol error'],
		[200, { error: { code: 'addon_required' } }, 'the API/MCP add-on of your account'],
		[200, { code: 'revision_conflict' }, 'the post has been changed since it was read'],
	])('with status %d and %j is explained', async (status, data, words) => {
		endpoint = await openTools([], { get_identity: refusal(status, data) });
		const { error } = await callTool(endpoint, 'get_identity');
		expect(error?.message).toContain(words);
	});

	it.each([-32_021, -32_042])('with code %d says that the tool asks for input', async (code) => {
		const data = { requiredCapabilities: { elicitation: {} } };
		const body = { jsonrpc: '2.0', id: 1, error: { code, message: 'No elicitation.', data } };
		endpoint = await openTools([], { get_identity: { status: 400, body } });
		const { error } = await callTool(endpoint, 'get_identity');
		expect(error?.message).toContain('the tool asks for further input');
		expect(error?.description).toContain('a reply in a dialog, which a workflow cannot give');
		expect(error?.description).not.toContain('Try again later');
	});

	it('about the rate limit is retried after a wait', async () => {
		let count = 0;
		endpoint = await openTools([], {
			get_identity: () =>
				count++ === 0
					? { ...refusal(429), headers: { 'Retry-After': '7' } }
					: structured({ data: { id: 1 } }),
		});
		const startMs = time.nowMs;
		expect((await callTool(endpoint, 'get_identity')).items[0]?.json).toEqual({ id: 1 });
		expect(time.nowMs - startMs).toBe(7_000);
	});
});

describe('the result of a tool', () => {
	it.each([
		['the bare record', structured({ id: 'p', text: 'Bread' }), [{ id: 'p', text: 'Bread' }]],
		['the bare list', structured({ items: [{ id: 1 }, { id: 2 }] }), [{ id: 1 }, { id: 2 }]],
		[
			'text for people next to the record',
			result({
				content: [
					{ type: 'text', text: 'Here you are:' },
					{ type: 'text', text: '{"data":{"id":"p"}}' },
				],
			}),
			[{ id: 'p' }],
		],
		['a word', result({ content: [{ type: 'text', text: '42' }] }), [{ text: '42' }]],
	])('can be %s', async (_what, answer, items) => {
		endpoint = await openTools([], { get_post: answer });
		expect((await callTool(endpoint, 'get_post')).items.map(({ json }) => json)).toEqual(items);
	});

	const failure = { error: { code: 'post_locked', message: 'It is locked.' }, request_id: 'req_7' };

	it.each([
		['structured content', structured(failure)],
		['text', result({ content: [{ type: 'text', text: JSON.stringify(failure) }] })],
		['structured content, next to empty data', structured({ data: null, ...failure })],
		[
			'structured content, next to its details',
			structured({ ...failure, details: { id: ['No.'] } }),
		],
	])(
		'is an error if it is one in its %s, although it is not marked as one',
		async (_in, answer) => {
			endpoint = await openTools([tool('cancel_post', {})], { cancel_post: answer });
			const { items, error } = await callTool(endpoint, 'cancel_post');
			expect(items).toEqual([]);
			expect(error?.message).toBe('Could not call the tool cancel_post: the tool reports an error');
			expect(error?.description).toContain('The service says: "It is locked."');
			expect(error?.description).toContain('(code post_locked, request ID req_7)');
		},
	);

	it('is a record if it has an error next to other fields', async () => {
		const delivery = { id: 'd', status: 'failed', error: { code: 'rejected', message: 'No.' } };
		endpoint = await openTools([], { get_post: structured(delivery) });
		expect((await callTool(endpoint, 'get_post')).items[0]?.json).toEqual(delivery);
	});

	it('can be an error about the revision, which names the argument rather than an option', async () => {
		const missing = structured({ error: { code: 'revision_required' } });
		endpoint = await openTools([], { get_post: missing });
		const { error } = await callTool(endpoint, 'get_post');
		expect(error?.description).toContain('or leave it out: the node then reads it');
		expect(error?.description).not.toContain('Expected Version');
	});

	it('can be a rate limit error', async () => {
		const content = [{ type: 'text', text: '{"error":{"code":"rate_limited"}}' }];
		endpoint = await openTools([], { get_post: result({ isError: true, content }) });
		const { error } = await callTool(endpoint, 'get_post');
		expect(error?.message).toContain('too many requests');
		expect(error?.description).toContain('Wait a minute');
	});
});
