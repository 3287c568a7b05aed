import type { INodeProperties } from 'n8n-workflow';

import { InputFailure } from '../shared/failure';
import { dropdown } from './dropdown';
import type { Item } from './item';
import { asBoolean, asText, readCollection, readParameter } from './parameters';

export const listProperties: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		displayOptions: { show: { returnAll: [false] } },
		description: 'Max number of results to return',
	},
];

export const filtersProperty: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		dropdown('getBrands', {
			displayName: 'Brand',
			name: 'brandId',
			type: 'options',
			default: '',
			description: 'Return only what belongs to this brand. An expression can return its ID.',
		}),
		dropdown('getPlatforms', {
			displayName: 'Platform',
			name: 'platform',
			type: 'options',
			default: '',
			description: 'Return only what belongs to this platform',
		}),
	],
};

/** The query parameters of the filters that the user has set. */
export function readFilters(item: Item): Record<string, string | undefined> {
	const { brandId, platform } = readCollection(item, 'filters');
	return {
		brand_id: asText(brandId, 'Brand').trim() || undefined,
		platform: asText(platform, 'Platform').trim() || undefined,
	};
}

/** The maximum number of results, or undefined for all. */
export function readLimit(item: Item): number | undefined {
	if (asBoolean(readParameter(item, 'returnAll', false), 'Return All', false)) return undefined;
	const limit = Number(readParameter(item, 'limit', 50));
	if (!Number.isInteger(limit) || limit < 1)
		throw new InputFailure('Limit must be a whole number of at least 1');
	return limit;
}
