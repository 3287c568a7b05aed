import { listProperties } from '../../properties/limitAndFilters';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOutput';

/** Reads the webhooks that this credential has made. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many webhooks',
		description: 'Read the webhooks that this credential has made',
	},
	runsInParallel: true,
	properties: [workspaceLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the webhooks', workspacePath(item, 'webhooks'));
	},
};
