import type { Resource } from '../operation';
import { getAll } from './getAll.operation';
import { getCapabilities } from './getCapabilities.operation';

export const workspace: Resource = {
	option: { name: 'Workspace', value: 'workspace' },
	operations: [getAll, getCapabilities],
};
