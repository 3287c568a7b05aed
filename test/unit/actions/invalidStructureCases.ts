import { byId } from '../support/nodeHarness';
import type { InvalidInputCase } from './invalidInputCases';

/** Values of the wrong structure or without entries, by what is wrong with them. */
export const invalidStructures: Record<string, InvalidInputCase> = {
	'platform options that are no object': [
		'post:create',
		{
			text: 'Bread',
			destinationInput: 'json',
			destinationsJson: '[{ "account_id": "acc_1", "options": "none" }]',
		},
		"The 'options' of an account must be an object, not a string",
	],
	'no text and no media for a brand': [
		'post:create',
		{ text: '', destinationInput: 'brand', brandId: 'brand_1' },
		'There is no text and no media for the accounts of the brand',
	],
	'two fields for one file': [
		'media:upload',
		{ binaryPropertyName: 'data, other' },
		"'Input Data Field Name' must be the name of one field, such as data",
	],
	'a width of nothing': [
		'media:upload',
		{ options: { maxWidth: '={{ 0 }}' } },
		"'Max Width' must be a number of at least 1",
	],
	'a webhook without events': [
		'webhook:create',
		{ url: 'https://example.com/hook', events: '={{ [] }}' },
		'No events are chosen',
	],
	'a change of a webhook that changes nothing': [
		'webhook:update',
		{ webhookId: byId('wh_1'), updateFields: {} },
		'There is nothing to change',
	],
};
