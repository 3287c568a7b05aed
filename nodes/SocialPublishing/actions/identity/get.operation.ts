import type { Operation } from '../operation';
import { fetchRecord } from '../recordOperations';

export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get current user',
		description: 'Read who the credential belongs to and which workspaces it gives access to',
	},
	properties: [],

	async execute(item) {
		return await fetchRecord(item, 'get the current user', '/me');
	},
};
