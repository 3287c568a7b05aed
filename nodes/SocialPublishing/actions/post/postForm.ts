import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Item } from '../../properties/item';
import { asBoolean, asText, readIds, readParameter } from '../../properties/parameters';
import { InputFailure } from '../../shared/failure';

/** The form in which posts are returned: as the service sent them, simplified, or only these fields of the simplified post. */
export type PostForm = 'raw' | 'simplified' | { fields: string[] };

const simplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
	displayOptions: { hide: { '@tool': [true] } },
};

/** Keeps the value of tools that were saved before Output existed: n8n drops the values of fields that are not displayed. */
const savedSimplifyProperty: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'hidden',
	default: true,
	displayOptions: { show: { '@tool': [true] } },
};

const outputProperty: INodeProperties = {
	displayName: 'Output',
	name: 'output',
	type: 'options',
	default: 'simplified',
	description: 'Which fields of each post the agent receives',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'All fields, as the service sent them',
		},
		{
			name: 'Selected Fields',
			value: 'selectedFields',
			description: 'The ID and the fields that you select',
		},
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'The most useful fields',
		},
	],
};

const SPLIT_ONLY = "With 'One Item per Account'";

const fieldsProperty: INodeProperties = {
	displayName: 'Fields',
	name: 'fields',
	type: 'multiOptions',
	default: [],
	displayOptions: { show: { '@tool': [true], output: ['selectedFields'] } },
	description: 'The fields to return. The ID is always returned.',
	options: [
		{ name: 'Account Error', value: 'error', description: SPLIT_ONLY },
		{ name: 'Account Name', value: 'name', description: SPLIT_ONLY },
		{ name: 'Accounts', value: 'accounts' },
		{ name: 'Destination ID', value: 'destination_id', description: SPLIT_ONLY },
		{ name: 'Error Message', value: 'error_message' },

		{ name: 'Failed Accounts', value: 'failed_accounts' },
		{ name: 'Media IDs', value: 'media_ids', description: SPLIT_ONLY },
		{ name: 'Message', value: 'message' },
		{ name: 'Platform', value: 'platform', description: SPLIT_ONLY },
		{ name: 'Post Status', value: 'post_status', description: SPLIT_ONLY },
		{ name: 'Published URLs', value: 'published_urls' },
		{ name: 'Scheduled At', value: 'scheduled_at' },
		{ name: 'Status', value: 'status' },
		{ name: 'Text', value: 'text' },
		{ name: 'Thread URLs', value: 'thread_urls', description: SPLIT_ONLY },
		{ name: 'URL', value: 'url', description: SPLIT_ONLY },
		{ name: 'Version', value: 'etag', description: 'For Expected Version' },
	],
};

/** In a tool, Output replaces Simplify. Its default is Raw if the tool was saved with Simplify off. */
export const postFormProperties: INodeProperties[] = [
	simplifyProperty,
	savedSimplifyProperty,
	{
		...outputProperty,
		displayOptions: { show: { '@tool': [true] }, hide: { simplify: [{ _cnd: { not: true } }] } },
	},
	{
		...outputProperty,
		default: 'raw',
		displayOptions: { show: { '@tool': [true] }, hide: { simplify: [{ _cnd: { not: false } }] } },
	},
	fieldsProperty,
];

/** @throws InputFailure for a form or a field that does not exist */
export function readPostForm(item: Item): PostForm {
	const isSimplified = asBoolean(readParameter(item, 'simplify', true), 'Simplify', true);
	const fallback = isSimplified ? 'simplified' : 'raw';
	const output = asText(readParameter(item, 'output', ''), 'Output') || fallback;
	if (output === 'selectedFields') return { fields: readFields(item) };
	if (output === 'raw' || output === 'simplified') return output;
	throw new InputFailure(`'Output' cannot be "${output}"`, 'Choose it from the list.');
}

function readFields(item: Item): string[] {
	const known = (fieldsProperty.options ?? []).map((each) => 'value' in each && each.value);
	const fields = readIds(readParameter(item, 'fields', []), 'Fields');
	const unknown = fields.find((field) => field !== 'id' && !known.includes(field));
	if (unknown === undefined) return fields;
	throw new InputFailure(
		`'Fields' contains "${unknown}", which is not a field of a post`,
		'Choose the fields from the list.',
	);
}

/** The selected fields of a simplified post, after its IDs. Pure. */
export function selectFields(simple: IDataObject, fields: string[]): IDataObject {
	const names = ['id', 'account_id', ...fields].filter((name) => name in simple);
	return Object.fromEntries(names.map((name) => [name, simple[name]]));
}
