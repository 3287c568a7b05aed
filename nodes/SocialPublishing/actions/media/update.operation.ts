import { saveAltText } from '../../commands/unkeyedCommands';
import { attemptOf } from '../../properties/item';
import { mediaLocator, readMediaPath, workspaceLocator } from '../../properties/locators';
import { readParameter } from '../../properties/parameters';
import { asTextOfField } from '../../properties/writtenText';
import type { Operation } from '../operation';
import { toOutput } from '../recordOperations';

/** Saves the text that describes a picture. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update media item',
		description: 'Save the alt text of a media item',
	},
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
		const altText = asTextOfField(item, 'altText', readParameter(item, 'altText', ''), 'Alt Text');
		const path = readMediaPath(item);
		return async () => toOutput(await saveAltText(item.connection, path, altText, attemptOf(item)));
	},
};
