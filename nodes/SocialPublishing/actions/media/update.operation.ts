import { saveAltText } from '../../api/altText';
import { executionScope } from '../../properties/item';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import { readText } from '../../properties/parameters';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';

/** Saves the text that describes a picture. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update media item',
		description: 'Save the alt text of a media item',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		mediaLocator,
		{
			displayName: 'Alt Text',
			name: 'altText',
			type: 'string',
			default: '',
			description:
				'Text that describes the picture to people who cannot see it. Leave empty to remove it.',
		},
	],

	prepare(item) {
		const altText = readText(item, 'altText', 'Alt Text');
		const path = readMediaPath(item);
		const scope = executionScope(item);
		return async () => toOutput(await saveAltText(item.connection, path, altText, scope));
	},
};
