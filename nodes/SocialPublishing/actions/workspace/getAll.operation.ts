import { listProperties } from '../../properties/commonFields';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many workspaces',
		description: 'Read the workspaces that the credential gives access to',
	},
	properties: listProperties,

	async execute(item) {
		return await listRecords(item, 'list the workspaces', '/workspaces');
	},
};
