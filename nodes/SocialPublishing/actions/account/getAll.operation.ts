import { filtersProperty, listProperties, readFilters } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many accounts',
		description: 'Read the connected social accounts and what each can do',
	},
	properties: [workspaceLocator, ...listProperties, filtersProperty],

	async execute(item) {
		const path = workspacePath(item, 'accounts');
		return await listRecords(item, 'list the accounts', path, { query: readFilters(item) });
	},
};
