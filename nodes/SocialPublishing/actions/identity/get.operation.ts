import type { Operation } from '../operation';
import { getRecord } from '../record';

/** Reads who the credential belongs to. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the identity',
		description: 'Read who the credential belongs to and which workspaces it may use',
	},
	overlaps: true,
	properties: [],

	async execute(item) {
		return await getRecord(item, 'get the identity', '/me');
	},
};
