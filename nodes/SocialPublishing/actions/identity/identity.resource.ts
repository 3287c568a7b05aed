import type { Resource } from '../operation';
import { get } from './get.operation';

export const identity: Resource = {
	option: { name: 'Identity', value: 'identity' },
	operations: [get],
};
