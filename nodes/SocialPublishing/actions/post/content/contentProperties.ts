import type { INodeProperties } from 'n8n-workflow';

import { dropdown } from '../../../properties/commonFields';
import type { DestinationForm } from './destinations';
import { binaryPropertyNames, mediaIds, mediaProperties, mediaUrls } from './mediaProperties';

const text: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	placeholder: 'e.g. New on our blog: …',
	description: 'The text of the post on every account that has no text of its own',
};

const destinationInput: INodeProperties = {
	displayName: 'Post To',
	name: 'destinationInput',
	type: 'options',
	options: [
		{
			name: 'Accounts',
			value: 'accounts',
			description: 'The same content on all chosen accounts',
		},
		{
			name: 'All Accounts of a Brand',
			value: 'brand',
			description: 'The same content on every account of the brand',
		},
		{
			name: 'Accounts, Custom Content',
			value: 'perAccount',
			description: 'Text, media and replies for each account',
		},
		{
			name: 'JSON',
			value: 'json',
			description: "A list of accounts in the service's format",
		},
	],
	default: 'accounts',
	description: 'How to choose where the post goes',
};

const accountIds = dropdown('getAccounts', {
	displayName: 'Accounts',
	name: 'accountIds',
	type: 'multiOptions',
	default: [],
	description:
		'The accounts to publish on. An expression can return IDs or names, separated by commas.',
});

const brandId = dropdown('getBrands', {
	displayName: 'Brand',
	name: 'brandId',
	type: 'options',
	default: '',
	description: 'The brand whose accounts to publish on. An expression can return its ID.',
});

/** The required field comes first. */
const accountFields: INodeProperties[] = [
	dropdown('getAccounts', {
		displayName: 'Account',
		name: 'accountId',
		type: 'options',
		default: '',
		description: 'The account to publish on. An expression can return its ID or name.',
	}),
	{
		displayName: 'Own Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'Replaces the shared text on this account',
	},
	{
		...mediaUrls,
		displayName: 'Own Media URLs',
		description: 'URLs of pictures or videos that replace the shared media on this account',
	},
	{
		...mediaIds,
		displayName: 'Own Library Media',
		description:
			'Files of the media library that replace the shared media on this account. An expression can return IDs, separated by commas.',
	},
	{
		displayName: 'Replies',
		name: 'thread',
		type: 'string',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Reply' },
		default: [],
		description: 'Up to five replies that follow the text, on platforms with threads',
	},
	{
		displayName: 'Platform Options (JSON)',
		name: 'options',
		type: 'json',
		default: '{}',
		description: 'Additional options for the platform as a JSON object',
	},
];

const destinations: INodeProperties = {
	displayName: 'Accounts and Their Content',
	name: 'destinations',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Account',
	default: {},
	description: 'The accounts to publish on, each with what differs from the shared content',
	options: [
		{
			displayName: 'Account',
			name: 'destination',
			values: accountFields,
		},
	],
};

const destinationsJson: INodeProperties = {
	displayName: 'Accounts as JSON',
	name: 'destinationsJson',
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{ "account_id": "acc_17e0" }]',
	description:
		'A list of objects, each with account_id (an ID or a name) and optionally text, media_ids and options',
};

/** The destinations of a post, and its text. */
export const textProperties: INodeProperties[] = [
	destinationInput,
	{ ...accountIds, displayOptions: { show: { destinationInput: ['accounts'] } } },
	{ ...brandId, displayOptions: { show: { destinationInput: ['brand'] } } },
	{ ...destinations, displayOptions: { show: { destinationInput: ['perAccount'] } } },
	{ ...destinationsJson, displayOptions: { show: { destinationInput: ['json'] } } },
	text,
];

/** The fields for the content and the destinations of a post. */
export const contentProperties: INodeProperties[] = [...textProperties, ...mediaProperties];

/** The same fields for a change, in the order in which they are used most. Fields that are not added stay unchanged. */
export const contentUpdateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'What to change. Setting accounts replaces all accounts of the post.',
	options: [
		text,
		mediaUrls,
		mediaIds,
		binaryPropertyNames,
		unlessChosen(accountIds, ['brand', 'perAccount', 'json']),
		unlessChosen(brandId, ['accounts', 'perAccount', 'json']),
		unlessChosen(destinations, ['accounts', 'brand', 'json']),
		unlessChosen(destinationsJson, ['accounts', 'brand', 'perAccount']),
		destinationInput,
	],
};

/** n8n drops hidden fields before a run, so a field is shown unless another form is chosen. */
function unlessChosen(field: INodeProperties, otherForms: DestinationForm[]): INodeProperties {
	return { ...field, displayOptions: { hide: { destinationInput: otherForms } } };
}
