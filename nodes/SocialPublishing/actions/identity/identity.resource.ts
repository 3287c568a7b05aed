import type { Resource } from '../operation';
import { get } from './get.operation';

export const identity: Resource = {
	option: { name: 'Current User', value: 'identity' },
	operations: [get],
};
