import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { fetchRecord } from '../recordOperations';

export const getCapabilities: Operation = {
	option: {
		name: 'Get Platform Limits',
		value: 'getCapabilities',
		action: 'Get workspace platform limits',
		description: 'Read the platform limits, the image settings and the remaining allowances',
	},
	properties: [workspaceLocator],

	async execute(item) {
		return await fetchRecord(item, 'get the platform limits', workspacePath(item, 'capabilities'));
	},
};
