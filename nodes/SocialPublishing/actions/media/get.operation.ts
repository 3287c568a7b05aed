import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { getRecord } from '../record';

/** Reads what is known of a media item. */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a media item',
		description: 'Read the name, type, size and state of a media item',
	},
	overlaps: true,
	properties: [workspaceLocator, mediaLocator],

	async execute(item) {
		return await getRecord(item, 'get the media item', readMediaPath(item));
	},
};
