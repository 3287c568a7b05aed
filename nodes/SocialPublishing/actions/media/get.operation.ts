import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { fetchRecord } from '../recordOperations';

/** Reads the record of a media item. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get media item',
		description: 'Read the name, type, size and state of a media item',
	},
	properties: [workspaceLocator, mediaLocator],

	async execute(item) {
		return await fetchRecord(item, 'get the media item', readMediaPath(item));
	},
};
