import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { useNodeHarness } from '../../../support/nodeHarness';
import { draft, scheduled } from '../../createRecords';

/** n8n's expressions return undefined for a column that the item does not have. */

const harness = useNodeHarness();

const toBread = (): INodeParameters => ({
	accountIds: [harness.service.accountId('Bread on Shortpost')],
});
const perAccount = (row: IDataObject): INodeParameters => ({
	text: 'Fresh bread',
	destinationInput: 'perAccount',
	destinations: {
		destination: [{ accountId: harness.service.accountId('Bread on Shortpost'), ...row }],
	},
});
const run = async (operation: string, parameters: INodeParameters, json: IDataObject) =>
	await harness.run('post', operation, parameters, { input: [{ json }] });
const ofRow: INodeParameters = { itemKey: 'row 1', wantedStatus: 'draft' };

const missing: Array<[string, string, () => INodeParameters]> = [
	['Text of Create', 'create', () => ({ ...toBread(), text: '={{ $json.txt }}' })],
	[
		'Text of Create or Update',
		'upsert',
		() => ({ ...ofRow, ...toBread(), text: '={{ $json.txt }}' }),
	],
	['Text of Validate', 'validate', () => ({ ...toBread(), text: '={{ $json.txt }}' })],
	['Own Text of an account', 'create', () => perAccount({ text: '={{ $json.txt }}' })],
	['Replies', 'create', () => perAccount({ thread: ['First', '={{ $json.txt }}'] })],
	['list of Replies', 'validate', () => perAccount({ thread: '={{ $json.txt }}' })],
	[
		'text in the JSON of Create',
		'create',
		() => ({
			text: 'Fresh bread',
			destinationInput: 'json',
			destinationsJson: '={{ [{ account_id: "acc_1", text: $json.txt }] }}',
		}),
	],
];

it.each(missing)(
	'a missing column in the %s is an error before anything is sent',
	async (...row) => {
		const [, operation, parameters] = row;
		harness.requests();
		const { error } = await run(operation, parameters(), { text: 'Fresh bread' });
		expect(error?.message).toMatch(/^'(Text|Own Text|Replies)' has no value$/);
		expect(error?.description).toContain('a column or field that the item does not have');
		expect(error?.description).toContain('Nothing was sent.');
		expect(harness.requests()).toEqual([]);
	},
);

it.each<[string, string, () => INodeParameters]>([
	['Text', 'create', () => ({ ...toBread(), text: '=New: {{ $json.text }}, {{ $json.txt }}' })],
	[
		'Text',
		'upsert',
		() => ({ ...ofRow, ...toBread(), text: '={{ $json.txt }}\n{{ $json.text }}' }),
	],
	['Own Text', 'create', () => perAccount({ text: '=New: {{ $json.txt }}' })],
	['Replies', 'create', () => perAccount({ thread: ['First', '=New: {{ $json.txt }}'] })],
])('a missing column within the %s (%s) is an error', async (label, operation, parameters) => {
	harness.requests();
	const { error } = await run(operation, parameters(), { text: 'Fresh bread' });
	expect(error?.message).toBe(`A part of '${label}' has no value`);
	expect(error?.description).toContain('Its expression, {{ $json.txt }}, refers to a column');
	expect(harness.requests()).toEqual([]);
});

describe('in the JSON of the accounts', () => {
	const ofJson = (fields: string): INodeParameters => ({
		text: 'Fresh bread',
		destinationInput: 'json',
		destinationsJson: `=[{"account_id": "{{ $json.account }}", ${fields}}]`,
	});
	const json = () => ({ account: 'Bread on Shortpost', text: 'Rolls' });

	it.each([
		['"text": "New: {{ $json.txt }}, {{ $json.text }}"'],
		['"options": { "thread": ["{{ $json.txt }}"] }'],
	])('a missing column within a text is an error: %s', async (fields) => {
		const { postId } = await draft(harness);
		harness.requests();
		const updateFields = ofJson(fields);
		for (const [operation, form] of [
			['create', updateFields],
			['update', { postId, updateFields }],
		] as const) {
			const { error } = await run(operation, form, json());
			expect(error?.message).toBe("A part of 'Accounts as JSON' has no value");
			expect(error?.description).toContain('Its expression, {{ $json.txt }}, refers to a column');
		}
		expect(harness.requests()).toEqual([]);
	});

	it.each([
		['"text": "{{ $json.text }}", "media_ids": [{{ $json.media }}]'],
		['"text": "{{ $json.text }}{{ $json.none ?? \'\' }}", "options": { {{ $json.options }} }'],
	])('a missing column elsewhere is none: %s', async (fields) => {
		const { items, error } = await run('create', ofJson(fields), json());
		expect(error).toBeUndefined();
		const [destination] =
			harness.service.state.posts.get(String(items[0]?.json.id))?.destinations ?? [];
		expect(destination?.content.text).toBe('Rolls');
	});
});

it('an expression within a text may return an empty text, null, or more text with braces', async () => {
	const text = "=New: {{ $json.text }}{{ $json.no ?? '' }}{{ $json.none }}{{ ({ a: ' {}' }).a }}";
	const { items, error } = await run(
		'create',
		{ ...toBread(), text },
		{ text: 'Rolls', none: null },
	);
	expect(error).toBeUndefined();
	expect(harness.service.state.posts.get(String(items[0]?.json.id))?.text).toMatch(/^New: Rolls/);
});

it('a missing column in an update leaves the text of a scheduled post, and is named', async () => {
	const { postId, id } = await scheduled(harness);
	const text = harness.service.state.posts.get(String(id))?.text;
	expect(text).not.toBe('');
	harness.requests();
	const fields = { postId, updateFields: { text: '={{ $json.txt }}' } };
	const { error } = await run('update', fields, { text: 'Corrected' });
	expect(error?.message).toBe("'Text' has no value");
	expect(error?.description).toBe(
		"Nothing was sent. Its expression, {{ $json.txt }}, refers to a column or field that the item does not have. Correct the name. If the column may be missing, let the expression return an empty text instead, as in {{ $json.text ?? '' }}.",
	);
	expect(harness.requests()).toEqual([]);
	expect(harness.service.state.posts.get(String(id))?.text).toBe(text);
});

it.each([null, ''])('a text that is %j means no text', async (text) => {
	const { postId, id } = await draft(harness);
	const fields = { postId, updateFields: { text: '={{ $json.text }}' } };
	expect((await run('update', fields, { text })).error).toBeUndefined();
	expect(harness.service.state.posts.get(String(id))?.text).toBe('');
	const rows = perAccount({ text: '={{ $json.text }}', thread: ['={{ $json.text }}'] });
	const { items, error } = await run('create', rows, { text });
	expect(error).toBeUndefined();
	expect(harness.service.state.posts.get(String(items[0]?.json.id))?.text).toBe('Fresh bread');
});

it('a missing column in the Alt Text of a media item is an error before anything is sent', async () => {
	const { error } = await harness.run(
		'media',
		'update',
		{ mediaId: 'media_1', altText: '={{ $json.alt }}' },
		{ input: [{ json: {} }] },
	);
	expect(error?.message).toBe("'Alt Text' has no value");
	expect(harness.requests()).toEqual([]);
});
