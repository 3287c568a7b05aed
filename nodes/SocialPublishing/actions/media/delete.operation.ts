import { mediaLocator, readMediaPath } from '../../properties/locators';
import { deleteRecordOperation } from '../recordOperations';

/** Deletes a media item that no post uses. */
export const deleteOperation = deleteRecordOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete media item',
		description: 'Delete a media item that no post uses',
	},
	recordName: 'media item',
	locator: mediaLocator,
	readPath: readMediaPath,
});
