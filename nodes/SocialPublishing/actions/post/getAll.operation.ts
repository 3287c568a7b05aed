import { listProperties, readFilters } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';
import { postFiltersProperty, readPostFilter } from './postFilters';

/** Reads the posts of a workspace with their outcomes. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many posts',
		description: 'Read posts with their outcome on every account',
	},
	runsInParallel: true,
	properties: [workspaceLocator, ...listProperties, postFiltersProperty],

	async execute(item) {
		return await listRecords(
			item,
			'list the posts',
			workspacePath(item, 'posts'),
			readFilters(item),
			readPostFilter(item),
		);
	},
};
