import { idempotencyOptions } from '../../properties/idempotency';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { revisionProperties } from '../../properties/revision';
import { readWait, waitOptions } from '../../properties/wait';
import type { Operation } from '../operation';
import { publishPost, readPostTarget } from './commands';

/** Publishes a post at once. The service accepts first; the outcome of each account follows. */
export const publish: Operation = {
	option: {
		name: 'Publish',
		value: 'publish',
		action: 'Publish a post',
		description: 'Publish a post now',
	},
	overlaps: false,
	properties: [
		workspaceLocator,
		postLocator,
		...revisionProperties,
		optionsCollection([...idempotencyOptions, ...waitOptions]),
	],

	async execute(item) {
		return await publishPost(item, readPostTarget(item), readWait(item));
	},
};
