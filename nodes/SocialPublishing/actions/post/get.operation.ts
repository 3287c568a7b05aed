import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { fetchRecord } from '../recordOperations';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get post',
		description: 'Read a post with its outcome on every account',
	},
	properties: [workspaceLocator, postLocator],

	async execute(item) {
		return await fetchRecord(item, 'get the post', readPostPath(item));
	},
};
