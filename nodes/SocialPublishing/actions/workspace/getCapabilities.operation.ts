import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { fetchRecord } from '../recordOutput';

/** Reads limits, image settings and what is left of the allowances. */
export const getCapabilities: Operation = {
	option: {
		name: 'Get Capabilities',
		value: 'getCapabilities',
		action: 'Get the capabilities of a workspace',
		description: 'Read the limits of the platforms, the image settings and the allowances left',
	},
	runsInParallel: true,
	properties: [workspaceLocator],

	async execute(item) {
		return await fetchRecord(item, 'get the capabilities', workspacePath(item, 'capabilities'));
	},
};
