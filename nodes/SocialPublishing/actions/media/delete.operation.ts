import { deletionOutput, deleteRecord } from '../../properties/deletion';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { readId } from '../parameters';

/** Deletes a media item that no post uses. */
export const deleteMedia: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a media item',
		description: 'Delete a media item that no post uses',
	},
	overlaps: false,
	properties: [workspaceLocator, mediaLocator],

	async execute(item) {
		await deleteRecord(item.connection, 'delete the media item', readMediaPath(item));
		return deletionOutput(readId(item, 'mediaId', 'Media'));
	},
};
