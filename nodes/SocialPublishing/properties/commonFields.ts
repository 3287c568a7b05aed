import type { INodeProperties } from 'n8n-workflow';

import type { RevisionChoice } from '../commands/revision';
import { InputFailure } from '../shared/failure';
import type { Item } from './item';
import { asBoolean, asText, readCollection, readParameter } from './parameters';

type Dropdown = Omit<INodeProperties, 'typeOptions' | 'options'> & {
	type: 'options' | 'multiOptions';
};

/**
 * A dropdown that the node fills, usually from the chosen workspace. An expression may also return other values, such as
 * the name of an account.
 *
 * @param loadOptionsMethod the method of the node that returns the choices
 * @param loadOptionsDependsOn the fields whose change fills it again
 */
export function dropdown(
	loadOptionsMethod: string,
	field: Dropdown,
	loadOptionsDependsOn = ['workspaceId.value'],
): INodeProperties {
	return {
		...field,
		allowArbitraryValues: true,
		typeOptions: { loadOptionsMethod, loadOptionsDependsOn },
	};
}

export function optionsCollection(options: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: [...options].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

/** Refers users to the operation or the trigger that they may be looking for. */
export function referral(text: string): INodeProperties {
	return { displayName: text, name: 'referral', type: 'notice', default: '' };
}

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
			description: 'Return only results for this brand. An expression can return its ID.',
		}),
		dropdown('getPlatforms', {
			displayName: 'Platform',
			name: 'platform',
			type: 'options',
			default: '',
			description: 'Return only results for this platform',
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
		throw new InputFailure("'Limit' must be a whole number of at least 1");
	return limit;
}

const LABEL = 'Expected Version';

export const revisionOption: INodeProperties = {
	displayName: LABEL,
	name: 'onlyIfUnchangedSince',
	type: 'string',
	default: '',
	placeholder: 'e.g. {{ $json.etag }}',
	description:
		'The <code>etag</code> that an earlier step returned, quotes included. If the post is no longer at this version, the node fails and changes nothing.',
};

/** The revision that the user expects. Without the option, the node works on the post as it is at that moment. */
export function readRevisionChoice(item: Item): RevisionChoice {
	const options = readCollection(item, 'options');
	if (!('onlyIfUnchangedSince' in options)) return { mode: 'current' };
	const etag = asText(options.onlyIfUnchangedSince, LABEL);
	if (etag.trim() === '') {
		throw new InputFailure(
			`'${LABEL}' is empty`,
			'Pass on the etag that an earlier step returned, or remove the option.',
		);
	}
	if (!/^[\t\x20-\x7e\x80-\xff]+$/.test(etag)) {
		throw new InputFailure(
			`'${LABEL}' contains a line break or a character that an etag cannot contain`,
			'Pass on the etag exactly as an earlier step returned it.',
		);
	}
	return { mode: 'expected', etag };
}

/**
 * Only the assistant tools accept OAuth 2.0 instead of a token.
 *
 * n8n-workaround(2.39.10, n8n-editor-ui/dist/assets/ParameterInputList-DpuKUc4w.js): the editor hides a field named
 * `authentication`, and the resource it depends on, because it treats the field as the authentication of the whole node.
 */
export const authenticationProperty: INodeProperties = {
	displayName: 'Authentication',
	name: 'toolAuthentication',
	type: 'options',
	options: [
		{ name: 'API Token', value: 'apiToken' },
		{ name: 'OAuth2', value: 'oAuth2' },
	],
	default: 'apiToken',
	description: 'How the node authenticates with the service',
};
