import type { Ticket } from '../../../nodes/SocialPublishing/api/readings/tool';
import { readServerSentEvents } from '../../../nodes/SocialPublishing/mcp/jsonRpc';
import { redeemTicket, requireTicket } from '../../../nodes/SocialPublishing/mcp/transfer';
import { readToolResult } from '../../../nodes/SocialPublishing/mcp/toolResult';
import { toFields } from '../../../nodes/SocialPublishing/methods/assistantTools';

describe('the events of a stream', () => {
	it.each([
		['one event', 'event: message\ndata: {"a":1}\n\n', ['{"a":1}']],
		['events of several lines', 'data: a\ndata: b\n\ndata: c\n\n', ['a\nb', 'c']],
		['every kind of line break', 'data: a\r\n\r\ndata: b\r\r', ['a', 'b']],
		['comments and other fields', ': ping\nid: 7\nretry: 5\ndata:x\n\n', ['x']],
		['a byte order mark', '\uFEFFdata: a\n\n', ['a']],
		['an event that was cut off', 'data: a\n\ndata: b\n', ['a']],
		['nothing', '', []],
	])('are read from %s', (_what, stream, events) => {
		expect(readServerSentEvents(stream)).toEqual(events);
	});
});

describe('the content of a tool result', () => {
	it.each([
		['structured content', { structuredContent: { data: { id: 1 } } }, { data: { id: 1 } }],
		['JSON as text', { content: [{ type: 'text', text: '{"data":2}' }] }, { data: 2 }],
		['a list as text', { content: [{ type: 'text', text: '[{"id":3}]' }] }, { data: [{ id: 3 }] }],
		['plain text', { content: [{ type: 'text', text: 'Done.' }] }, { text: 'Done.' }],
		['a picture', { content: [{ type: 'image' }] }, { content: [{ type: 'image' }] }],
		['nothing', {}, { content: [] }],
	])('is read from %s', (_what, result, value) => {
		expect(readToolResult({ redact: (text) => text }, result).value).toEqual(value);
	});

	it.each([
		[{ revision: '"a"' }, '"a"'],
		[{ etag: '"b"' }, '"b"'],
		[{ data: { revision: '"c"' } }, '"c"'],
		[{ data: { etag: '"d"' } }, '"d"'],
		[{ post: { revision: '"e"' } }, '"e"'],
		[{ data: { post: { etag: '"f"' } } }, '"f"'],
		[{ data: {}, meta: { etag: '"g"' } }, '"g"'],
		[{ data: { media: { etag: '"of a file"' } } }, undefined],
		[{ data: {} }, undefined],
	])('has the revision in %j', (structuredContent, revision) => {
		expect(readToolResult({ redact: (text) => text }, { structuredContent }).revision).toBe(
			revision,
		);
	});

	it('can have the revision next to it', () => {
		const structuredContent = { data: { id: 1 } };
		expect(
			readToolResult({ redact: (text) => text }, { structuredContent, _meta: { etag: '"h"' } })
				.revision,
		).toBe('"h"');
	});
});

const ADDRESS = 'https://files.example.com/t/1';

describe('a ticket', () => {
	it.each([
		[
			'a name for the header',
			{ resource_url: ADDRESS, ticket: 'abc', required_header: 'X-Ticket' },
		],
		['a whole header as text', { url: ADDRESS, required_header: 'X-Ticket: abc' }],
		['a name and a value', { url: ADDRESS, required_header: { name: 'X-Ticket', value: 'abc' } }],
		['a name for a ticket', { url: ADDRESS, header: { name: 'X-Ticket' }, ticket: 'abc' }],
		['a map of headers', { url: ADDRESS, headers: { 'X-Ticket': 'abc' } }],
		['a list of headers', { url: ADDRESS, headers: [{ name: 'X-Ticket', value: 'abc' }] }],
		['a list of names', { url: ADDRESS, ticket: 'abc', required_headers: ['X-Ticket'] }],
		['a placeholder for the ticket', { url: ADDRESS, ticket: 'abc', header: 'X-Ticket: <ticket>' }],
		[
			'a placeholder in a map',
			{ url: ADDRESS, ticket: 'abc', headers: { 'X-Ticket': '{TICKET}' } },
		],
		['a field for the name', { url: ADDRESS, upload_ticket: 'abc', header_name: 'X-Ticket' }],
		[
			'fields for the name and the value',
			{ url: ADDRESS, header_name: 'X-Ticket', header_value: 'abc' },
		],
		['a list of keys and values', { url: ADDRESS, headers: [{ key: 'X-Ticket', value: 'abc' }] }],
		['an object of its own', { id: 1, ticket: { resource_url: ADDRESS, header: 'X-Ticket: abc' } }],
		[
			'instructions',
			{ instructions: { method: 'PUT', url: ADDRESS, headers: { 'X-Ticket': 'abc' } } },
		],
	])('is read from %s', (_what, answer) => {
		expect(requireTicket(answer, 'test')).toEqual({ url: ADDRESS, headers: { 'X-Ticket': 'abc' } });
	});

	it('replaces a placeholder with the ticket, whatever characters it contains', () => {
		const answer = { url: ADDRESS, ticket: 'a$&c', header: 'Authorization: Ticket <ticket>' };
		expect(requireTicket(answer, 'test').headers).toEqual({ Authorization: 'Ticket a$&c' });
	});

	it('keeps all headers that a list names', () => {
		const headers = ['X-Ticket: abc', { name: 'X-Kind', value: 'upload' }];
		expect(requireTicket({ url: ADDRESS, required_headers: headers }, 'test').headers).toEqual({
			'X-Ticket': 'abc',
			'X-Kind': 'upload',
		});
	});

	it.each([[{}], [{ url: ADDRESS }], [{ headers: { 'X-Ticket': 'abc' } }]])(
		'that is incomplete is refused without revealing any of it: %j',
		(answer) => {
			expect(() => requireTicket(answer, 'get the file')).toThrow(
				'Could not get the file: the service returned no ticket that this node can read',
			);
		},
	);

	const connection = {
		credentialType: 'socialPublishingApi',
		baseUrl: 'https://service.example.com/mcp',
		redact: (text: string) => text,
		learnToken: async () => await Promise.resolve(),
	};
	const use = (ticket: Ticket, part?: number) =>
		redeemTicket(Object(connection), ticket, { purpose: 'test', method: 'PUT', part });

	it.each([
		['a placeholder', `${ADDRESS}/parts/{part}?x=1`, `${ADDRESS}/parts/2?x=1`],
		['an encoded placeholder', `${ADDRESS}/parts/%7Bpart%7D`, `${ADDRESS}/parts/2`],
		['parts at the end', `${ADDRESS}/parts/`, `${ADDRESS}/parts/2`],
		['the first part at the end', `${ADDRESS}/parts/1`, `${ADDRESS}/parts/2`],
		['a query', `${ADDRESS}?x=1/`, `${ADDRESS}/parts/2?x=1/`],
		['neither', ADDRESS, `${ADDRESS}/parts/2`],
	])('sends a part to an address with %s', (_what, url, target) => {
		const request = use({ url, headers: { 'X-Ticket': 'abc' } }, 2);
		expect(request.connection.baseUrl).toBe(target);
		expect(request.connection.credentialType).toBeUndefined();
		expect(request.connection.learnToken).toBeUndefined();
		expect(request.connection.redact(`${target} abc`)).toBe('*** ***');
	});

	it('is sent with the token if the instructions ask for it, but to the service only', () => {
		const headers = { Authorization: 'Bearer <API_TOKEN>', 'X-Ticket': 'abc' };
		const own = use({ url: 'https://service.example.com/t/1', headers });
		expect(own.connection.credentialType).toBe('socialPublishingApi');
		expect(own.connection.learnToken).toBe(connection.learnToken);
		expect(own.call.headers).toEqual({ 'X-Ticket': 'abc' });
		expect(() => use({ url: ADDRESS, headers })).toThrow('unsafe address');
	});

	it.each(['http://files.example.com/t', 'http://127.0.0.1/t', 'file:///etc/passwd', 'nowhere'])(
		'is not followed to %s',
		(url) => {
			expect(() => use({ url, headers: { 'X-Ticket': 'abc' } })).toThrow('unsafe address');
		},
	);
});

it('each argument gets a field of the right type', () => {
	const properties = {
		text: { type: 'string', title: 'Text' },
		limit: { type: 'integer' },
		sure: { type: ['null', 'boolean'] },
		when: { type: 'string', format: 'date-time' },
		kind: { enum: ['a', 'b'] },
		list: { type: 'array' },
		options: { anyOf: [{ type: 'null' }, { type: 'object' }] },
		anything: {},
	};
	const fields = toFields({
		name: 'x',
		description: '',
		properties,
		required: ['text'],
		record: {},
		headers: [],
		fault: undefined,
	});
	expect(fields.map(({ type }) => type)).toEqual([
		'string',
		'number',
		'boolean',
		'dateTime',
		'options',
		'array',
		'object',
		'string',
	]);
	expect(fields[0]).toMatchObject({ displayName: 'Text (text)', required: true, removed: false });
	expect(fields[1]).toMatchObject({ required: false, removed: true });
});
