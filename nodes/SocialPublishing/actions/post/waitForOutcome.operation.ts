import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/commonFields';
import { readWaitLimits, waitOptions } from '../../properties/waitSettings';
import type { Operation } from '../operation';
import { waitForPost } from './waitForPost';

/** Waits until the outcome of a post is settled. */
export const waitForOutcomeOperation: Operation = {
	option: {
		name: 'Wait for Outcome',
		value: 'waitForOutcome',
		action: 'Wait for outcome of post',
		description: 'Wait until the outcome of a post is known for every account',
	},
	runsInParallel: true,
	properties: [workspaceLocator, postLocator, optionsCollection(waitOptions)],

	async execute(item) {
		const postPath = readPostPath(item);
		return waitForPost(item, { postPath, wasJustPublished: false }, readWaitLimits(item));
	},
};
