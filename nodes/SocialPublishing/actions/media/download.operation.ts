import { fetchLibraryFile } from '../../media/fetchMediaFile';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import { readParameter, readPropertyNames } from '../../properties/parameters';
import type { Operation } from '../operation';
import { fetchRecord } from '../recordOperations';

/** Reads a media item together with its file. */
export const downloadMedia: Operation = {
	option: {
		name: 'Download',
		value: 'download',
		action: 'Download media item',
		description: 'Read a media item and its file',
	},
	properties: [
		workspaceLocator,
		mediaLocator,
		{
			displayName: 'Put Output File in Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			required: true,
			hint: 'The name of the output field to put the file in',
			description: 'The field of the output item that receives the file',
		},
	],

	async execute(item) {
		const [propertyName = 'data'] = readPropertyNames(
			readParameter(item, 'binaryPropertyName', 'data'),
			'Put Output File in Field',
		);
		const path = readMediaPath(item);
		const { json } = await fetchRecord(item, 'get the media item', path);
		return { json, binary: { [propertyName]: await fetchLibraryFile(item, path, json) } };
	},
};
