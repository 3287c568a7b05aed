import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { call } from '../../transport/call';
import type { Operation } from '../operation';
import { toOutput } from './commands';

/** Reads one post with its delivery history. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a post',
		description: 'Read a post with its outcome on every account and its ETag',
	},
	overlaps: true,
	properties: [workspaceLocator, postLocator],

	async execute(item) {
		return toOutput(
			await call(item.connection, {
				purpose: 'get the post',
				method: 'GET',
				path: readPostPath(item),
				safety: 'read',
			}),
		);
	},
};
