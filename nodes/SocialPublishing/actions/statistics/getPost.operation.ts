import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import type { Operation } from '../operation';
import { fetchStatistics } from './fetchStatistics';
import { readReturnForm, returnProperty, returnStatistics } from './returnTable';

export const getPost: Operation = {
	option: {
		name: 'Get Post',
		value: 'getPost',
		action: 'Get post statistics',
		description: 'Read the last recorded engagement of a post on each account',
	},
	properties: [workspaceLocator, postLocator, returnProperty],

	async execute(item) {
		const form = readReturnForm(item);
		const path = `${readPostPath(item)}/statistics`;
		const fetched = await fetchStatistics(item, 'get the statistics of the post', path, {}, [{}]);
		const post_id = readId(item, 'postId', 'Post');
		return await returnStatistics(item, form, { ...fetched, subject: { post_id } });
	},
};
