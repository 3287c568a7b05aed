import { listProperties } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

/** Reads the media library of a workspace. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many media items',
		description: 'Read the items in the media library',
	},
	properties: [workspaceLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the media', workspacePath(item, 'media'));
	},
};
