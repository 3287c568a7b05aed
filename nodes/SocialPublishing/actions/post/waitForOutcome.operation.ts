import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { outputOutcome, readWait, waitLimitOptions } from '../../properties/wait';
import type { Operation } from '../operation';

/** Waits until nothing about a post is open any more. */
export const waitForOutcome: Operation = {
	option: {
		name: 'Wait for Outcome',
		value: 'waitForOutcome',
		action: 'Wait for the outcome of a post',
		description: 'Wait until every account shows whether the post went out',
	},
	overlaps: true,
	properties: [workspaceLocator, postLocator, optionsCollection(waitLimitOptions)],

	async execute(item) {
		const postPath = readPostPath(item);
		return await outputOutcome(item, { postPath, wasJustPublished: false }, readWait(item));
	},
};
