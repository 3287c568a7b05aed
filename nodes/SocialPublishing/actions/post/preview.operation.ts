import { optionsCollection } from '../../properties/commonFields';
import { workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { contentProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption } from './creation/checkFirst';
import { previewContent } from './preview/previewContent';
import { picturesOption, PreviewFiles } from './preview/previewFiles';
import { toOutput } from './preview/previewOutput';

/** Shows a post as Create would send it. Nothing is saved or uploaded. */
export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview post',
		description: 'Show what each account would get, without saving or uploading anything',
	},
	runsInParallel: true,
	readAccounts: readChosenAccounts,
	properties: [
		workspaceLocator,
		...contentProperties,
		optionsCollection([
			{
				...checkFirstOption,
				description: 'Whether to ask the service if the post can be published as it is',
			},
			altTextsOption,
			linkTagsOption,
			missingMediaOption,
			picturesOption,
			textOverflowOption,
		]),
	],

	async execute(item) {
		return toOutput(item, await previewContent(item, PreviewFiles.of(item)));
	},
};
