import { listProperties } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many brands',
		description: 'Read the brands, which group accounts and posts',
	},
	properties: [workspaceLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the brands', workspacePath(item, 'brands'));
	},
};
