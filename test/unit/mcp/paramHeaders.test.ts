import type { IDataObject } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { loadOptions, runNode } from '../../engine';
import type { ScriptedResponse } from '../support/scriptedServer';
import {
	callTool,
	credentialsFor,
	openTools,
	ScriptedTools,
	result,
	structured,
	tool,
} from './scriptedTools';

let endpoint: ScriptedTools;

afterEach(async () => await endpoint.close());

const annotated = (name: string | number, type = 'string') => ({ type, 'x-mcp-header': name });

const properties = {
	region: annotated('Region'),
	count: annotated('Count', 'integer'),
	isSure: annotated('Sure', 'boolean'),
	text: { type: 'string' },
	deep: { type: 'object', properties: { tenant: annotated('Tenant') } },
};

/** The headers of the only call that mirror arguments. */
function paramHeadersOf(toolName: string): Array<[string, unknown]> {
	const [request] = endpoint.requestsOf(toolName);
	return Object.entries(request?.headers ?? {}).filter(([name]) => name.startsWith('mcp-param-'));
}

describe('arguments that a tool wants as headers', () => {
	it.each(['list_rows', 'change_rows'])('are sent as headers as well by %s', async (name) => {
		endpoint = await openTools([tool(name, properties)]);
		const args = { region: 'us west', count: -7, isSure: false, text: 'x', deep: { tenant: 'a' } };
		expect((await callTool(endpoint, name, args)).error).toBeUndefined();
		expect(endpoint.callsOf(name)).toEqual([args]);
		expect(paramHeadersOf(name)).toEqual([
			['mcp-param-region', 'us west'],
			['mcp-param-count', '-7'],
			['mcp-param-sure', 'false'],
			['mcp-param-tenant', 'a'],
		]);
	});

	it.each([
		['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
		[' padded ', '=?base64?IHBhZGRlZCA=?='],
		['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
		['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
		['', '=?base64??='],
	])('are encoded where a header cannot hold them: %j', async (region, header) => {
		endpoint = await openTools([tool('list_rows', properties)]);
		await callTool(endpoint, 'list_rows', { region });
		expect(paramHeadersOf('list_rows')).toEqual([['mcp-param-region', header]]);
	});

	it('have no header if they are missing, null, or too large to be exact', async () => {
		endpoint = await openTools([tool('list_rows', properties)]);
		await callTool(endpoint, 'list_rows', { region: null, count: 2 ** 60, deep: {} });
		expect(paramHeadersOf('list_rows')).toEqual([]);
	});

	it('are sent again with the headers of today if the service has changed the tool', async () => {
		let tools = [tool('change_rows', { region: { type: 'string' } })];
		endpoint = await ScriptedTools.open('/mcp', ({ method, headers }) => {
			if (method === 'tools/list') return result({ tools });
			tools = [tool('change_rows', properties)];
			return headers['mcp-param-region'] === undefined ? MISMATCH : structured({ data: { id: 1 } });
		});
		const { items, error } = await callTool(endpoint, 'change_rows', { region: 'eu' });
		expect(error).toBeUndefined();
		expect(items[0]?.json).toEqual({ id: 1 });
		expect(endpoint.callsOf('change_rows')).toHaveLength(2);
	});

	it('that the service refuses although its list has not changed are an error without a guess about proxies', async () => {
		endpoint = await openTools([tool('change_rows', properties)], { change_rows: MISMATCH });
		const { error } = await callTool(endpoint, 'change_rows', { region: 'eu' });
		expect(error?.message).toBe(
			'Could not call the tool change_rows: the service expects other headers for this request',
		);
		expect(error?.description).not.toMatch(/proxy/i);
		expect(error?.description).toContain('The service says: "Header mismatch: Region."');
		expect(endpoint.callsOf('change_rows')).toHaveLength(1);
	});
});

const MISMATCH: ScriptedResponse = {
	status: 400,
	body: { jsonrpc: '2.0', id: 1, error: { code: -32_020, message: 'Header mismatch: Region' } },
};

describe('a tool whose headers break the rules of the protocol', () => {
	const region = annotated('Region');
	const cases: Array<[string, IDataObject, RegExp]> = [
		['an empty name', { properties: { a: annotated('') } }, /argument a is not the name/],
		['a space in the name', { properties: { a: annotated('My Region') } }, /not the name/],
		['a line break in the name', { properties: { a: annotated('A\r\nB') } }, /not the name/],
		['a name that is no text', { properties: { a: annotated(5) } }, /not the name/],
		['a number', { properties: { a: annotated('A', 'number') } }, /argument a has x-mcp-header/],
		['an object', { properties: { a: annotated('A', 'object') } }, /argument a has x-mcp-header/],
		[
			'the same name twice',
			{ properties: { a: annotated('Same'), b: annotated('sAME') } },
			/two arguments have the same/,
		],
		['an entry of a list', { properties: { a: { type: 'array', items: region } } }, /other than/],
		['a choice', { properties: { a: { anyOf: [region] } } }, /other than a property/],
		['a definition', { $defs: { Region: region } }, /other than a property/],
		['the schema itself', { ...region, type: 'object' }, /other than a property/],
	];

	it.each(cases)(
		'is left out, and the rest of the list stays: %s',
		async (_what, schema, reason) => {
			const broken = { name: 'broken', inputSchema: { type: 'object', ...schema } };
			endpoint = await openTools([broken, tool('list_rows', properties)]);
			const node = { nodeType: new SocialPublishing(), credentials: credentialsFor(endpoint) };
			const parameters = { resource: 'assistantTool', operation: 'getAll', returnAll: true };
			const { items, hints } = await runNode({ ...node, parameters });
			expect(items.map(({ json }) => json.name)).toEqual(['list_rows']);
			const [hint] = hints.map(({ message }) => message);
			expect(hint).toMatch(/^The tool "broken" is left out, because /);
			expect(hint).toMatch(reason);
			const options = await loadOptions({ ...node, parameters, method: 'getAssistantTools' });
			expect(options.map(({ value }) => value)).toEqual(['list_rows']);
			const { error } = await callTool(endpoint, 'broken');
			expect(error?.message).toMatch(/^The tool "broken" cannot be called: /);
			expect(endpoint.callsOf('broken')).toEqual([]);
		},
	);
});
