import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { fetchRecords } from '../recordOutput';

/** Reads the last recorded engagement of a post on each account. */
export const getPost: Operation = {
	option: {
		name: 'Get Post',
		value: 'getPost',
		action: 'Get post statistics',
		description: 'Read the last recorded engagement of a post on each account',
	},
	runsInParallel: true,
	properties: [workspaceLocator, postLocator],

	async execute(item) {
		return await fetchRecords(
			item,
			'get the statistics of the post',
			`${readPostPath(item)}/statistics`,
		);
	},
};
