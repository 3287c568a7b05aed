import { deleteRecord } from '../../api/deletion';
import { executionScope } from '../../properties/item';
import { postLocator, readPostPath, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import type { Operation } from '../operation';

/** Deletes a post that has not been published. */
export const deletePost: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a post',
		description: 'Delete a post that has not been published; nothing is deleted on social networks',
	},
	runsInParallel: false,
	properties: [workspaceLocator, postLocator],

	async execute(item) {
		await deleteRecord(
			item.connection,
			'delete the post',
			readPostPath(item),
			executionScope(item),
		);
		return { json: { deleted: true, id: readId(item, 'postId', 'Post') } };
	},
};
