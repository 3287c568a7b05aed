import { filtersProperty, readFilters } from '../../properties/limitAndFilters';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { splitIntoItemsOption } from '../../properties/splitIntoItems';
import { LARGEST_PAGE } from '../../transport/paginate';
import type { Operation } from '../operation';
import { dateRangeProperties } from './dateRange';
import { fetchStatistics } from './fetchStatistics';

/** Reads the recorded statistics of all accounts and posts of a workspace. */
export const getWorkspace: Operation = {
	option: {
		name: 'Get Workspace',
		value: 'getWorkspace',
		action: 'Get workspace statistics',
		description: 'Read the recorded statistics of all accounts and posts of a workspace',
	},
	runsInParallel: true,
	properties: [
		workspaceLocator,
		...dateRangeProperties,
		filtersProperty,
		optionsCollection([splitIntoItemsOption]),
	],

	async execute(item) {
		const path = workspacePath(item, 'statistics');
		return await fetchStatistics(item, 'get the statistics of the workspace', path, {
			...readFilters(item),
			limit: String(LARGEST_PAGE),
		});
	},
};
