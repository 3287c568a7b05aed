import type { INodeProperties } from 'n8n-workflow';

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
	displayName: 'Destinations',
	name: 'destinationInput',
	type: 'options',
	options: [
		{
			name: 'Accounts',
			value: 'accounts',
			description: 'The same content on all selected accounts',
		},
		{
			name: 'Brand',
			value: 'brand',
			description: 'The same content on all accounts of a brand',
		},
		{
			name: 'Per Account',
			value: 'perAccount',
			description: 'Text, media, thread and options for each account',
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'A list of destinations in the format of the service',
		},
	],
	default: 'accounts',
	description: 'How to specify where the post goes',
};

const accountIds: INodeProperties = {
	displayName: 'Account Names or IDs',
	name: 'accountIds',
	type: 'multiOptions',
	typeOptions: { loadOptionsMethod: 'getAccounts', loadOptionsDependsOn: ['workspaceId.value'] },
	default: [],
	description:
		'The accounts to publish on; an expression may also name them as Name or Name (platform), separated by commas. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const brandId: INodeProperties = {
	displayName: 'Brand Name or ID',
	name: 'brandId',
	type: 'options',
	typeOptions: { loadOptionsMethod: 'getBrands', loadOptionsDependsOn: ['workspaceId.value'] },
	default: '',
	description:
		'The brand whose accounts to publish on. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
};

const destinations: INodeProperties = {
	displayName: 'Destinations per Account',
	name: 'destinations',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Destination',
	default: {},
	options: [
		{
			displayName: 'Destination',
			name: 'destination',
			values: [
				{
					displayName: 'Account Name or ID',
					name: 'accountId',
					type: 'options',
					typeOptions: {
						loadOptionsMethod: 'getAccounts',
						loadOptionsDependsOn: ['workspaceId.value'],
					},
					default: '',
					description:
						'The account to publish on; an expression may also name it as Name or Name (platform). Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					displayName: 'Text',
					name: 'text',
					type: 'string',
					typeOptions: { rows: 3 },
					default: '',
					description: 'Replaces the shared text on this account',
				},
				{
					...mediaIds,
					description:
						'Replace the shared media on this account. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
				},
				{
					...mediaUrls,
					description:
						'Web addresses of pictures or videos that replace the shared media on this account, after those chosen above',
				},
				{
					displayName: 'Thread',
					name: 'thread',
					type: 'string',
					typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Reply' },
					default: [],
					description: 'Up to five replies that follow the text, on platforms that support threads',
				},
				{
					displayName: 'Options (JSON)',
					name: 'options',
					type: 'json',
					default: '{}',
					description: 'Additional options of the platform as a JSON object',
				},
			],
		},
	],
};

const destinationsJson: INodeProperties = {
	displayName: 'Destinations (JSON)',
	name: 'destinationsJson',
	type: 'json',
	default: '[]',
	placeholder: 'e.g. [{ "account_id": "acc_17e0" }]',
	description:
		'A list of objects, each with account_id (an ID or a name) and optionally text, media_ids and options',
};

/** The fields for the content and the destinations of a post. */
export const contentProperties: INodeProperties[] = [
	destinationInput,
	{ ...accountIds, displayOptions: { show: { destinationInput: ['accounts'] } } },
	{ ...brandId, displayOptions: { show: { destinationInput: ['brand'] } } },
	{ ...destinations, displayOptions: { show: { destinationInput: ['perAccount'] } } },
	{ ...destinationsJson, displayOptions: { show: { destinationInput: ['json'] } } },
	text,
	...mediaProperties,
];

/** The same fields for a change. Fields that are not added stay unchanged. */
export const contentUpdateFields: INodeProperties = {
	displayName: 'Update Fields',
	name: 'updateFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	description: 'What to change. Setting destinations replaces all destinations of the post.',
	options: [
		unlessChosen(accountIds, ['brand', 'perAccount', 'json']),
		unlessChosen(brandId, ['accounts', 'perAccount', 'json']),
		destinationInput,
		unlessChosen(destinationsJson, ['accounts', 'brand', 'perAccount']),
		unlessChosen(destinations, ['accounts', 'brand', 'json']),
		binaryPropertyNames,
		mediaIds,
		mediaUrls,
		text,
	],
};

/** n8n drops hidden fields before a run, so a field stays as long as no other form is chosen. */
function unlessChosen(field: INodeProperties, otherForms: DestinationForm[]): INodeProperties {
	return { ...field, displayOptions: { hide: { destinationInput: otherForms } } };
}
