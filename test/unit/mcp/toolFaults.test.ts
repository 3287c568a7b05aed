import type { IDataObject } from 'n8n-workflow';

import { usePassingTime } from '../support/passingTime';
import type { ScriptedResponse } from '../support/scriptedServer';
import { callTool, openTools, result, ScriptedTools, structured, tool } from './scriptedTools';

// A fault of the server that arrives in a successful HTTP response.

let endpoint: ScriptedTools;
usePassingTime();

afterEach(async () => await endpoint.close());

const failed = (error: IDataObject): ScriptedResponse =>
	result({ isError: true, content: [], structuredContent: { error, request_id: 'req_7' } });

const failedText = (text: string): ScriptedResponse =>
	result({ isError: true, content: [{ type: 'text', text }] });

const protocolError = (code: number, message: string, data?: IDataObject): ScriptedResponse => ({
	body: { jsonrpc: '2.0', id: 1, error: { code, message, data } },
});

const internalError = failed({ code: 'internal_error', message: 'Something broke.' });

/** An endpoint that publishes a post once per key, but responds to the first calls with a fault. */
async function open(properties: IDataObject, fault: ScriptedResponse, faults: number) {
	const published = new Set<unknown>();
	let calls = 0;
	endpoint = await openTools(
		[tool('publish_post', properties), tool('get_post', { post_id: {} })],
		{
			get_post: () => structured({ data: { id: 'p', revision: published.size + 3 } }),
			publish_post: ({ idempotency_key: key = calls }) => {
				published.add(key);
				return calls++ < faults ? fault : structured({ data: { id: 'p', status: 'published' } });
			},
		},
	);
	return published;
}

const KEYED = { post_id: {}, idempotency_key: {}, revision: {} };
const publish = async (...more: [] | [Awaited<ReturnType<typeof callTool>>]) =>
	await callTool(endpoint, 'publish_post', { post_id: 'p' }, {}, ...more);

const FAULTS: Array<[string, ScriptedResponse]> = [
	['internal_error', internalError],
	['InternalServerError', failed({ code: 'InternalServerError' })],
	['503', failed({ code: 503 })],
	['service_unavailable', failed({ code: 'service_unavailable' })],
	['gateway_timeout', failed({ code: 'gateway_timeout' })],
	['a text without a code', failedText('Internal server error')],
	['-32603 in a text', failedText('MCP error -32603: Cannot read properties of undefined')],
	['error -32603 of the protocol', protocolError(-32_603, 'Oops')],
	['error -32000 of the protocol', protocolError(-32_000, 'Internal server error')],
	[
		'an error of the protocol with a code of its own',
		protocolError(-32_000, 'Oops', { code: 'server_error' }),
	],
];

describe('after a fault of the server,', () => {
	it.each(FAULTS)('such as %s, a tool is called again with the same key', async (_fault, fault) => {
		const published = await open(KEYED, fault, 1);
		const { items, error } = await publish();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 'p', status: 'published' });
		expect(published.size).toBe(1);
		const [first, second, ...others] = endpoint.callsOf('publish_post');
		expect(first).toMatchObject({ revision: 3 });
		expect(second).toEqual(first);
		expect(others).toEqual([]);
	});

	it.each(FAULTS)(
		'such as %s, a tool without a key is not called again, and the error says that it may have taken effect',
		async (_fault, fault) => {
			await open({ post_id: {} }, fault, 1);
			const { error } = await publish();
			expect(endpoint.callsOf('publish_post')).toHaveLength(1);
			expect(error?.message).toBe(
				'Could not call the tool publish_post: the service reports a server error',
			);
			expect(error?.description).toContain('may have succeeded');
			expect(error?.description).toContain('Check whether it did before you try again.');
			expect(error?.description).not.toMatch(/Correct the arguments|Nothing was changed|status \d/);
		},
	);

	it('the error shows what the service stated', async () => {
		await open({ post_id: {} }, internalError, 1);
		const { error } = await publish();
		expect(error?.description).toContain('The service says: "Something broke."');
		expect(error?.description).toContain('(code internal_error, request ID req_7)');
	});

	it('a tool that only reads is called again, and in the end the advice is to wait', async () => {
		endpoint = await openTools([], { get_post: internalError });
		const { error } = await callTool(endpoint, 'get_post', { post_id: 'p' });
		expect(endpoint.callsOf('get_post').length).toBeGreaterThan(1);
		expect(error?.description).toContain('Try again later.');
		expect(error?.description).not.toContain('may have');
	});

	it.each([internalError, protocolError(-32_603, 'Oops')])(
		'a Retry of the execution repeats the call with the same key and revision',
		async (fault) => {
			const published = await open(KEYED, fault, 5);
			const first = await publish();
			expect(first.error?.description).toContain('may have succeeded');
			const { items, error } = await publish(first);
			expect(error).toBeUndefined();
			expect(items[0]?.json).toEqual({ id: 'p', status: 'published' });
			expect(published.size).toBe(1);
			const calls = endpoint.callsOf('publish_post').map((args) => JSON.stringify(args));
			expect(calls).toHaveLength(6);
			expect(new Set(calls).size).toBe(1);
		},
	);
});

it.each<[string, ScriptedResponse]>([
	['validation_failed', failed({ code: 'validation_failed' })],
	['scheduled_time_out_of_range', failed({ code: 'scheduled_time_out_of_range' })],
	[
		'a text about a time',
		failedText('The scheduled time is outside; choose a time outside of it.'),
	],
	['platform_unavailable', failed({ code: 'platform_unavailable' })],
	['a text about the input', failedText('MCP error -32602: Input validation error')],
	['validation_failed in -32603', protocolError(-32_603, 'No', { code: 'validation_failed' })],
	['error -32602 of the protocol', protocolError(-32_602, 'Internal error: unknown tool')],
])('%s is a refusal, so the tool is called once', async (_code, refusal) => {
	await open(KEYED, refusal, 1);
	const { error } = await publish();
	expect(endpoint.callsOf('publish_post')).toHaveLength(1);
	expect(error?.description).not.toContain('may have');
});

it('the error of a tool that gives no reason says so', async () => {
	await open(KEYED, result({ isError: true, content: [] }), 1);
	const { error } = await publish();
	expect(error?.message).toBe(
		'Could not call the tool publish_post: the tool reports an error without a reason',
	);
});

it('a service that lists its tools only in a session may refuse the first list with -32603', async () => {
	const tools = [tool('publish_post', { post_id: {} })];
	endpoint = await ScriptedTools.open('/mcp', ({ method, headers }) => {
		if (method === 'initialize') return result({ protocolVersion: '2025-11-25' });
		if (method === 'notifications/initialized') return { status: 202 };
		if (headers['mcp-protocol-version'] !== '2025-11-25') return protocolError(-32_603, 'Oops');
		return method === 'tools/list' ? result({ tools }) : structured({ data: { id: 'p' } });
	});
	const { items, error } = await publish();
	expect(error).toBeUndefined();
	expect(items[0]?.json).toEqual({ id: 'p' });
	expect(endpoint.rpcRequests.map(({ method }) => method).slice(0, 2)).toEqual([
		'tools/list',
		'initialize',
	]);
});

it.each([1, 3])(
	'a service without sessions is asked again for its list after %i responses with -32603',
	async (faults) => {
		let lists = 0;
		const tools = [tool('publish_post', { post_id: {} })];
		endpoint = await ScriptedTools.open('/mcp', ({ method }) => {
			if (method === 'initialize') return protocolError(-32_601, 'Method not found');
			if (method === 'tools/call') return structured({ data: { id: 'p' } });
			return lists++ < faults ? protocolError(-32_603, 'Oops') : result({ tools });
		});
		const { items, error } = await publish();
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 'p' });
		expect(endpoint.callsOf('publish_post')).toHaveLength(1);
	},
);
