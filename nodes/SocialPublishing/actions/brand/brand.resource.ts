import type { Resource } from '../operation';
import { getAll } from './getAll.operation';

export const brand: Resource = {
	option: { name: 'Brand', value: 'brand' },
	operations: [getAll],
};
