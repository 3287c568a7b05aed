import fc from 'fast-check';

import type { Reply } from '../../unit/support/scriptedService';
import { TOKEN } from '../secrets';

/** Names of fields that the node reads, and some that JavaScript gives a meaning. */
const NAMES = [
	...['id', 'name', 'text', 'status', 'outcome', 'destinations', 'account_id', 'platform', 'url'],
	...['error', 'message', 'code', 'details', 'reason', 'field', 'request_id', 'etag', 'ETag'],
	...['items', 'data', 'next_cursor', 'nextCursor', 'post', 'post_id', 'media', 'media_id'],
	...['part_size', 'part', 'parts', 'ready', 'readiness', 'state', 'type', 'size', 'alt'],
	...['events', 'signing_secret', 'enabled', 'disabled_at', 'scheduled_at', 'timezone'],
	...['errors', 'warnings', 'valid', 'checks', 'severity', 'accounts', 'days', 'date', 'followers'],
	...['image_defaults', 'max_width', 'quality', 'limits', 'coverage', 'recorded_days'],
	...['tools', 'inputSchema', 'properties', 'required', 'allOf', '$ref', 'enum', 'title'],
	...['content', 'structuredContent', 'isError', 'revision', 'headers', 'ticket', 'resource_url'],
	...['toString', 'valueOf', 'toJSON', '__proto__', 'constructor', 'length', 'then'],
	...['2026-01-01', '0', TOKEN],
];

const scalar = fc.constantFrom<unknown>(
	...[null, true, false, 0, 1, -1, 7, 1e308, 1e-7, 2 ** 53],
	...['', ' ', '7', 'x', 'published', 'failed', 'needs_review', 'ready', 'draft', 'scheduled'],
	...['publishing', 'video/mp4', '2026-01-01', '2026-01-01T00:00:00Z', '#', '#/properties'],
	...['https://example.com/p/1', 'http://127.0.0.1:9/', 'javascript:alert(1)', '..', '%', '"1"'],
	...['<b>bold</b>', '{{ $json }}', '=1+1', '\u0000', '\ud83d', '😀', 'a\nb', 'w '.repeat(400)],
	...[TOKEN, `Bearer ${TOKEN}`, JSON.stringify({ text: TOKEN })],
);

const { value } = fc.letrec<{ value: unknown; record: unknown }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: 4, depthSize: 'small' },
		scalar,
		tie('record'),
		fc.array(tie('value'), { maxLength: 4 }),
	),
	record: fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 8 }),
}));

/** A record that looks as expected at first sight. */
const record = fc
	.tuple(fc.constantFrom('7', 7, TOKEN, null), fc.dictionary(fc.constantFrom(...NAMES), value))
	.map(([id, rest]) => ({ id, status: 'draft', ...rest }));

function deep(levels: number): string {
	return `${'[{"in":'.repeat(levels)}1${'}]'.repeat(levels)}`;
}

const json = fc.oneof(
	fc.record({ data: record, request_id: scalar }, { requiredKeys: ['data'] }),
	fc.record({ data: value, error: value, request_id: value }, { requiredKeys: [] }),
	fc.record({ data: fc.record({ items: fc.array(record), next_cursor: scalar }) }),
	fc.record({
		jsonrpc: fc.constant('2.0'),
		id: fc.constant(1),
		result: fc.oneof(value, fc.record({ structuredContent: value }), toolText()),
	}),
	fc.record({ jsonrpc: fc.constant('2.0'), id: fc.constant(1), error: value }),
	value,
);

function toolText(): fc.Arbitrary<unknown> {
	return value.map((content) => ({ content: [{ type: 'text', text: JSON.stringify(content) }] }));
}

const text = fc.oneof(
	{ weight: 12, arbitrary: json.map((body) => JSON.stringify(body) ?? '') },
	{
		weight: 2,
		arbitrary: fc.constantFrom(
			'',
			'null',
			'[]',
			'5',
			'"x"',
			'{"data":',
			'<html></html>',
			'\uFEFF{}',
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			`{"data":{"id":"7","deep":${deep(20_000)}}}`,
			`{"data":${deep(6_000)}}`,
			`{"error":{"message":"No","details":${deep(6_000)}}}`,
			`{"error":{"code":"odd","message":"${'far too long '.repeat(100_000)}"}}`,
			'{"data":{"id":1e999,"part_size":1e999}}',
		),
	},
);

const maybe = (...values: string[]) => fc.constantFrom(undefined, ...values);

const headers = fc
	.record({
		ETag: maybe('"1"', 'W/"1"', 'plain', '', `"${TOKEN}"`),
		'Retry-After': maybe(
			'0',
			'1',
			'-1',
			'1e9',
			'soon',
			'9'.repeat(400),
			new Date(9e14).toUTCString(),
		),
		'RateLimit-Limit': maybe('60', '0', '-5', '4294967296', 'many'),
		'RateLimit-Remaining': maybe('59', '0', '-1', 'none'),
		'Content-Type': maybe('application/json', 'text/event-stream', 'text/html', 'image/jpeg', ''),
		'Content-Disposition': maybe(
			'attachment; filename="../../x"',
			`attachment; filename=${TOKEN}`,
			';',
		),
		Location: maybe(`https://elsewhere.example.com/?${encodeURIComponent(TOKEN)}`),
		Date: maybe('yesterday', new Date(0).toUTCString()),
	})
	.map((all) =>
		Object.fromEntries(
			Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
		),
	);

const status = fc.constantFrom(
	...[200, 200, 200, 200, 201, 202, 204, 299, 302, 400, 401, 403, 404, 408, 409, 412, 413, 422],
	...[428, 429, 500, 503, 599],
);

/** A response of a service that sends whatever it likes; undefined breaks the connection. */
export const hostileResponse: fc.Arbitrary<Reply | undefined> = fc.oneof(
	{ weight: 20, arbitrary: fc.record({ status, headers, text }) },
	{ weight: 1, arbitrary: fc.record({ status, headers, text, cutAfter: fc.nat(40) }) },
	{ weight: 1, arbitrary: fc.constant(undefined) },
);
