import { executionScope } from '../../properties/idempotency';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import { deleteRecord } from '../../transport/deletion';
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
		await deleteRecord(
			item.connection,
			'delete the media item',
			readMediaPath(item),
			executionScope(item),
		);
		return { json: { deleted: true, id: readId(item, 'mediaId', 'Media') } };
	},
};
