import { idempotencyOptions, readIdempotency } from '../../properties/idempotency';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { readRevision, revisionProperties } from '../../properties/revision';
import { readWait, waitOptions } from '../../properties/wait';
import { MAIN_STEP } from '../../transport/idempotency';
import type { Operation } from '../operation';
import { publishPost } from './commands';

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
		const target = {
			postPath: readPostPath(item),
			revision: readRevision(item),
			idempotency: readIdempotency(item),
			step: MAIN_STEP,
		};
		return await publishPost(item, target, readWait(item));
	},
};
