import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import { readRecord } from '../../shared/json';
import { call } from '../../transport/call';
import { readItems } from '../../transport/paginate';
import type { Operation } from '../operation';
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
		const { data, etag } = await call(item.connection, {
			purpose: 'get the statistics of the post',
			method: 'GET',
			path: `${readPostPath(item)}/statistics`,
			safety: 'safe',
		});
		return await returnStatistics(item, form, {
			record: Array.isArray(data) ? { items: readItems(data) } : readRecord(data),
			subject: { post_id: readId(item, 'postId', 'Post') },
			etag,
		});
	},
};
