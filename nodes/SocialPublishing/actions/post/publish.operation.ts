import { idempotencyOptions } from '../../properties/idempotency';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { optionsCollection, revisionOption } from '../../properties/commonFields';
import {
	readWaitSettings,
	waitOptionsIfEnabled,
	waitProperty,
} from '../../properties/waitSettings';
import type { Operation } from '../operation';
import { otherOperationNotice } from './otherOperationNotice';
import { readPostTarget } from './postTarget';
import { publishPost } from './publishPost';

/** Publishes a post immediately. The service first accepts it; the outcome on each account follows. */
export const publish: Operation = {
	option: {
		name: 'Publish',
		value: 'publish',
		action: 'Publish existing draft',
		description: 'Publish a draft or a scheduled post now, on all of its accounts',
	},
	runsInParallel: false,
	properties: [
		otherOperationNotice(
			'This publishes a post that already exists. For a new post, choose the operation Create.',
		),
		workspaceLocator,
		postLocator,
		waitProperty,
		optionsCollection([...idempotencyOptions, ...waitOptionsIfEnabled(), revisionOption]),
	],

	prepare(item) {
		const target = readPostTarget(item);
		const wait = readWaitSettings(item);
		return async () => await publishPost(item, target, wait);
	},
};
