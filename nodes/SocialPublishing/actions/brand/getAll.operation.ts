import { listProperties, listRecords } from '../../properties/list';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';

/** Reads the brands that group accounts and posts. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many brands',
		description: 'Read the brands, which group accounts and posts',
	},
	overlaps: true,
	properties: [workspaceLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the brands', workspacePath(item, 'brands'));
	},
};
