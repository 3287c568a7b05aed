import { filtersProperty, readFilters } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { MAX_PAGE_SIZE } from '../../transport/paginate';
import type { Operation } from '../operation';
import { periodProperties } from './dateRange';
import { fetchStatistics } from './fetchStatistics';
import { readReturnForm, returnProperty, returnStatistics } from './returnTable';

export const getWorkspace: Operation = {
	option: {
		name: 'Get Workspace',
		value: 'getWorkspace',
		action: 'Get workspace statistics',
		description: 'Read the recorded statistics of all accounts and posts of a workspace',
	},
	properties: [workspaceLocator, ...periodProperties, returnProperty, filtersProperty],

	async execute(item) {
		const form = readReturnForm(item);
		const path = workspacePath(item, 'statistics');
		const query = { ...readFilters(item), limit: String(MAX_PAGE_SIZE) };
		const fetched = await fetchStatistics(item, 'get the statistics of the workspace', path, query);
		return await returnStatistics(item, form, { ...fetched, subject: {} });
	},
};
