import { postLocator, readPostPath } from '../../properties/locators';
import { deleteRecordOperation } from '../recordOperations';

export const deletePost = deleteRecordOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete post',
		description: 'Delete a post that has not been published; nothing is deleted on the platforms',
	},
	recordName: 'post',
	locator: postLocator,
	readPath: readPostPath,
});
