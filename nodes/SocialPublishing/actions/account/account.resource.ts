import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const account: Resource = {
	option: { name: 'Account', value: 'account' },
	operations: [getAll],
};
