import type { INodeProperties } from 'n8n-workflow';

export const splitIntoItemsOption: INodeProperties = {
	displayName: 'Split Into Items',
	name: 'splitIntoItems',
	type: 'boolean',
	default: false,
	description: 'Whether to return one item per day and metric, for example for a spreadsheet',
};
