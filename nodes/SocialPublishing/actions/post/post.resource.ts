import type { Resource } from '../operation';
import { create } from './create.operation';
import { get } from './get.operation';
import { publish } from './publish.operation';

export const post: Resource = {
	option: { name: 'Post', value: 'post' },
	operations: [create, get, publish],
};
