import { listProperties } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many webhooks',
		description: 'List the webhooks created with this credential',
	},
	properties: [workspaceLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the webhooks', workspacePath(item, 'webhooks'));
	},
};
