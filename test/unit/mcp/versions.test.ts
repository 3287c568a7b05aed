import type { IDataObject } from 'n8n-workflow';

import type { ScriptedResponse } from '../support/scriptedServer';
import { until } from '../support/until';
import {
	callTool,
	result,
	ScriptedTools,
	structured,
	tool,
	type RpcRequest,
} from './scriptedTools';
import { SessionServer } from './sessionServer';

const closing: Array<() => Promise<void>> = [];

afterEach(async () => {
	for (const close of closing.splice(0)) await close();
});

async function openSessions(): Promise<SessionServer> {
	const endpoint = await SessionServer.open();
	closing.push(async () => await endpoint.close());
	return endpoint;
}

async function open(answer: (request: RpcRequest) => ScriptedResponse): Promise<ScriptedTools> {
	const endpoint = await ScriptedTools.open('/mcp', answer);
	closing.push(async () => await endpoint.close());
	return endpoint;
}

const refusal = (code: number, data?: IDataObject): ScriptedResponse => ({
	status: 400,
	body: { jsonrpc: '2.0', id: null, error: { code, message: 'No.', data } },
});

const LIST = result({ tools: [tool('change_rows', {})] });

describe('a service with sessions', () => {
	it('is used in one session, from its list of tools to the call', async () => {
		const endpoint = await openSessions();
		const { items, error } = await callTool(endpoint, 'change_rows');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ text: 'Changed.' });
		expect(endpoint.sessions.size).toBe(1);
		expect(endpoint.calls).toHaveLength(1);
		const requests = endpoint.requests.filter(({ method }) => method === 'POST').slice(-2);
		const ids = requests.map(({ headers }) => headers['mcp-session-id']);
		expect(ids).toEqual([...endpoint.sessions.keys(), ...endpoint.sessions.keys()]);
	});

	it('learns when a session is no longer needed', async () => {
		const endpoint = await openSessions();
		const sessions = endpoint.sessions;
		await callTool(endpoint, 'change_rows');
		await until(() => endpoint.ended.length > 0);
		expect(endpoint.ended).toEqual([...sessions.keys()]);
		expect(endpoint.requests.at(-1)?.headers['mcp-protocol-version']).toBe('2025-11-25');
	});

	it('gets the command once although the session has ended in the meantime', async () => {
		let opened = 0;
		let calls = 0;
		const endpoint = await open(({ method, headers }) => {
			if (method === 'initialize') {
				const response = result({ protocolVersion: '2025-11-25', capabilities: {} });
				return { ...response, headers: { 'Mcp-Session-Id': `session-${++opened}` } };
			}
			const { 'mcp-session-id': id } = headers;
			if (id === undefined) return refusal(-32_000);
			if (method === 'notifications/initialized') return { status: 202 };
			if (method === 'tools/list') return LIST;
			if (id === 'session-1') return { ...refusal(-32_001), status: 404 };
			calls++;
			return structured({ data: { id: 1 } });
		});
		const { items, error } = await callTool(endpoint, 'change_rows');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 1 });
		expect(calls).toBe(1);
	});

	it('whose version the node does not support is an error that names the versions', async () => {
		const endpoint = await open(({ method }) =>
			method === 'initialize' ? result({ protocolVersion: '2024-11-05' }) : refusal(-32_000),
		);
		const { error } = await callTool(endpoint, 'change_rows');
		expect(error?.message).toContain('the service uses a different version of the protocol');
		expect(error?.description).toContain(
			'This node supports 2026-07-28, 2025-11-25, 2025-06-18, 2025-03-26; the service supports 2024-11-05.',
		);
	});

	it('that refuses a session, too, is reported with its first words', async () => {
		const endpoint = await open(({ method }) =>
			method === 'initialize' ? { status: 405 } : refusal(-32_000),
		);
		const { error } = await callTool(endpoint, 'change_rows');
		expect(error?.message).toContain('the service reports a protocol error');
		expect(error?.description).toContain('The service says: "No."');
	});
});

describe('a service that refuses the version of the request', () => {
	it('gets a second request if it lists the version nevertheless', async () => {
		let count = 0;
		const endpoint = await open(({ method }) => {
			if (count++ === 0) return refusal(-32_022, { supported: ['2026-07-28'] });
			return method === 'tools/list' ? LIST : structured({ data: { id: 1 } });
		});
		const { items, error } = await callTool(endpoint, 'change_rows');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 1 });
	});

	it('is used in the newest version that both support', async () => {
		const versions: unknown[] = [];
		const supported = ['2025-06-18', '2025-03-26', '2031-01-01'];
		const endpoint = await open(({ method, params, headers }) => {
			versions.push(headers['mcp-protocol-version'] ?? params.protocolVersion);
			if (versions.length === 1) return refusal(-32_022, { supported });
			if (method === 'initialize') return result({ protocolVersion: '2025-06-18' });
			if (method === 'notifications/initialized') return { status: 202 };
			return method === 'tools/list' ? LIST : structured({ data: { id: 1 } });
		});
		const { items, error } = await callTool(endpoint, 'change_rows');
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 1 });
		expect(versions).toEqual(['2026-07-28', ...Array.from({ length: 4 }, () => '2025-06-18')]);
	});

	it.each([
		[
			['2031-01-01'],
			'uses a different version',
			'the service supports 2031-01-01. Update the node.',
		],
		[[], 'uses a different version', 'the service supports others. Update the node.'],
		[['2026-07-28'], 'refuses the version', 'It lists 2026-07-28, but it refused a request'],
	])(
		'and lists %j is an error that does not contradict itself',
		async (supported, what, advice) => {
			const endpoint = await open(() => refusal(-32_022, { supported }));
			const { error } = await callTool(endpoint, 'change_rows');
			expect(error?.message).toContain(what);
			expect(error?.description).toContain(advice);
		},
	);
});
