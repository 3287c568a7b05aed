import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId } from '../support/nodeHarness';
import type { InvalidInputCase } from './invalidInputCases';

const perAccount = (destination: IDataObject): INodeParameters => ({
	text: 'Bread',
	destinationInput: 'perAccount',
	destinations: { destination: [{ accountId: 'acc_1', ...destination }] },
});
const json = (destinationsJson: string): INodeParameters => ({
	text: 'Bread',
	destinationInput: 'json',
	destinationsJson,
});

/** Posts with invalid text, media or destinations, by what is wrong with them. */
export const invalidPostContent: Record<string, InvalidInputCase> = {
	'no text and no media': [
		'post:create',
		{ text: ' ', accountIds: ['acc_1'] },
		'There is no text and no media for the account acc_1',
	],
	'no text, and a destination that wants no media': [
		'post:create',
		{
			...json('[{ "account_id": "acc_1", "media_ids": [] }]'),
			text: '',
			mediaSource: 'library',
			mediaIds: 'media_1',
		},
		'There is no text and no media for the account acc_1',
	],
	'no destination': ['post:create', { text: 'Bread', accountIds: [] }, 'No account is chosen'],
	'a JSON list without destinations': [
		'post:create',
		{ text: 'Bread', accountIds: '[]' },
		'No account is chosen',
	],
	'a comma instead of destinations': [
		'post:create',
		{ text: 'Bread', accountIds: ' , ' },
		'No account is chosen',
	],
	'a change to no destination': [
		'post:update',
		{ postId: byId('post_1'), updateFields: { accountIds: '[""]' } },
		'No account is chosen',
	],
	'a destination without an account': [
		'post:create',
		perAccount({ accountId: '' }),
		'An entry has no account',
	],
	'six replies': [
		'post:create',
		perAccount({ thread: ['1', '2', '3', '4', '5', '6'] }),
		'A thread may have at most 5 replies after the first post; this one has 6',
	],
	'six replies in JSON': [
		'post:validate',
		json('[{ "account_id": "acc_1", "options": { "thread": ["1","2","3","4","5","6"] } }]'),
		'A thread may have at most 5 replies after the first post; this one has 6',
	],
	'options that are no object': [
		'post:create',
		perAccount({ options: '["thread"]' }),
		"'Platform Options (JSON)' must be a JSON object, not a list",
	],
	'options that are no JSON': [
		'post:create',
		perAccount({ options: '{ thread: ' }),
		"'Platform Options (JSON)' is not valid JSON",
	],
	'destinations that are no list': [
		'post:create',
		json('{ "account_id": "acc_1" }'),
		"'Accounts as JSON' must be a list of objects, not an object",
	],
	'a destination that is no object': [
		'post:create',
		json('["acc_1"]'),
		"'Accounts as JSON' must be a list of objects, but one entry is a string",
	],
	'a text that is an object': [
		'post:create',
		{ text: '={{ { a: 1 } }}', accountIds: ['acc_1'] },
		"'Text' must be text, not an object",
	],
	'NaN as a text': [
		'post:create',
		{ text: '={{ Number($json.none) }}', accountIds: ['acc_1'] },
		"'Text' must be text, not NaN",
	],
	'nothing to change': [
		'post:update',
		{ postId: byId('post_1'), updateFields: {} },
		'There is nothing to change',
	],
	'destinations in two ways': [
		'post:update',
		{ postId: byId('post_1'), updateFields: { accountIds: ['acc_1'], destinationsJson: '[]' } },
		'The accounts are specified in more than one way',
	],
	'a thread that is one text': [
		'post:create',
		json('[{ "account_id": "acc_1", "options": { "thread": "More" } }]'),
		"The 'thread' in the options of an account must be a list of strings",
	],
	'a missing file for a post': [
		'post:create',
		{
			text: 'Bread',
			accountIds: ['acc_1'],
			mediaSource: 'input',
			binaryPropertyNames: 'data, picture',
		},
		'The input item has no file in the binary field "picture"',
	],
};
