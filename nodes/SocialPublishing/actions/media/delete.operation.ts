import { deleteRecord } from '../../api/deletion';
import { executionScope } from '../../properties/item';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import type { Operation } from '../operation';

/** Deletes a media item that no post uses. */
export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a media item',
		description: 'Delete a media item that no post uses',
	},
	runsInParallel: false,
	properties: [workspaceLocator, mediaLocator],

	async execute(item) {
		await deleteRecord(
			item.connection,
			'delete the media item',
			readMediaPath(item),
			executionScope(item),
		);
		return { json: { deleted: true, id: readId(item, 'mediaId', 'Media') } };
	},
};
