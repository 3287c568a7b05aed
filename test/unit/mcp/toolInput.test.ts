import type { IDataObject } from 'n8n-workflow';

import { SocialPublishing } from '../../../nodes/SocialPublishing/SocialPublishing.node';
import { resourceMapping } from '../../engine';
import {
	callTool,
	credentialsFor,
	openTools,
	structured,
	tool,
	type ScriptedTools,
} from './scriptedTools';

let endpoint: ScriptedTools;

afterEach(async () => await endpoint.close());

const id = { type: 'string' };

describe('a revision', () => {
	const reader = tool('get_post', { post_id: id });
	const post = (record: IDataObject) => ({ get_post: structured({ data: record }) });

	it.each([
		['a number for a number', { revision: 3 }, 'integer', 3],
		['a number for a text', { revision: 3 }, 'string', '3'],
		['an ETag', { etag: '"3"' }, 'string', '"3"'],
	])('is passed in the type that the tool takes: %s', async (_what, record, type, revision) => {
		const editor = tool('edit_post', { post_id: id, revision: { type } });
		endpoint = await openTools([reader, editor], post({ id: 'p', ...record }));
		expect((await callTool(endpoint, 'edit_post', { post_id: 'p' })).error).toBeUndefined();
		expect(endpoint.callsOf('edit_post')).toEqual([{ post_id: 'p', revision }]);
	});

	it('that the service does not return is an error, and nothing is sent', async () => {
		const editor = tool('edit_post', { post_id: id, revision: { type: 'integer' } });
		endpoint = await openTools([reader, editor], post({ id: 'p' }));
		const { error } = await callTool(endpoint, 'edit_post', { post_id: 'p' });
		expect(error?.message).toContain('the service returned the post without a revision');
		expect(endpoint.callsOf('edit_post')).toEqual([]);
	});

	it('that is given is sent unchanged', async () => {
		endpoint = await openTools([
			reader,
			tool('edit_post', { post_id: id, revision: { type: 'integer' } }),
		]);
		await callTool(endpoint, 'edit_post', { post_id: 'p', revision: 7 });
		expect(endpoint.callsOf('edit_post')).toEqual([{ post_id: 'p', revision: 7 }]);
	});
});

it.each([null, ''])('a key and a revision that are %j come from the node', async (empty) => {
	const properties = { post_id: id, idempotency_key: id, revision: { type: 'integer' } };
	endpoint = await openTools(
		[tool('get_post', { post_id: id }), tool('publish_post', properties)],
		{
			get_post: structured({ data: { id: 'p', revision: 3 } }),
		},
	);
	const args = { post_id: 'p', idempotency_key: empty, revision: empty };
	expect((await callTool(endpoint, 'publish_post', args)).error).toBeUndefined();
	expect(endpoint.callsOf('publish_post')).toEqual([
		{ post_id: 'p', idempotency_key: expect.stringMatching(/^n8n-/), revision: 3 },
	]);
});

it('a post that a tool wraps in its result is checked as well', async () => {
	const create = tool('create_post', { text: {}, idempotency_key: id });
	endpoint = await openTools([tool('get_post', { post_id: id }), create], {
		create_post: structured({ data: { post: { id: 'p', text: 'Bread' } } }),
		get_post: structured({ error: { code: 'not_found' } }),
	});
	const { error } = await callTool(endpoint, 'create_post', {
		text: 'Bread',
		idempotency_key: 'k',
	});
	expect(error?.description).toContain('The post has been deleted.');
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

	it('follows references and offers the allowed values', async () => {
		endpoint = await openTools([tool('list_things', properties, schema)]);
		const { fields } = await resourceMapping({
			nodeType: new SocialPublishing(),
			credentials: credentialsFor(endpoint),
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

	it('sends a selected number as a number', async () => {
		endpoint = await openTools([]);
		const level = { id: 'level', displayName: 'level', type: 'options', required: true };
		const options = [1, 2].map((value) => ({ name: String(value), value }));
		const { error } = await callTool(
			endpoint,
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

it('a schema that refers to itself many times still has a form', async () => {
	const schema = { allOf: Array.from({ length: 20 }, () => ({ $ref: '#' })), properties: { id } };
	endpoint = await openTools([{ name: 'grow', inputSchema: { type: 'object', ...schema } }]);
	const { fields } = await resourceMapping({
		nodeType: new SocialPublishing(),
		method: 'getToolArguments',
		credentials: credentialsFor(endpoint),
		parameters: { resource: 'assistantTool', operation: 'call', toolName: 'grow' },
	});
	expect(fields.map((field) => field.id)).toEqual(['id']);
});
