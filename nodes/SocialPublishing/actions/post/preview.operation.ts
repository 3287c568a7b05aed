import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { optionsCollection } from '../../properties/commonFields';
import type { Item } from '../../properties/item';
import { postLocator, workspaceLocator } from '../../properties/locators';
import { asChoice, readParameter } from '../../properties/parameters';
import type { Operation } from '../operation';
import { contentProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption } from './publishing/checkFirst';
import { readSplitByAccount, splitByAccountOption } from './presentPost';
import { previewContent } from './preview/previewContent';
import { picturesOption, PreviewFiles } from './preview/previewFiles';
import { showPreview, toOutputs } from './preview/previewOutput';
import { previewPost } from './preview/previewPost';

const previewOfProperty: INodeProperties = {
	displayName: 'Preview Of',
	name: 'previewOf',
	type: 'options',
	options: [
		{
			name: 'Content Below',
			value: 'content',
			description: 'What Create would send with the same fields',
		},
		{ name: 'Existing Post', value: 'post', description: 'A post that is already in the service' },
	],
	default: 'content',
	description: 'What to preview',
};

export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview post',
		description: 'Show what each account would get, without saving or uploading anything',
	},
	readAccounts: (item) => (isOfPost(item) ? [] : readChosenAccounts(item)),
	properties: [
		workspaceLocator,
		previewOfProperty,
		{ ...postLocator, displayOptions: { show: { previewOf: ['post'] } } },
		...updateDisplayOptions({ show: { previewOf: ['content'] } }, contentProperties),
		optionsCollection([
			{
				...checkFirstOption,
				description: 'Whether to ask the service if the post can be published as it is',
			},
			picturesOption,
			splitByAccountOption,
			...updateDisplayOptions({ show: { '/previewOf': ['content'] } }, [
				altTextsOption,
				linkTagsOption,
				missingMediaOption,
				textOverflowOption,
			]),
		]),
	],

	async execute(item) {
		const files = new PreviewFiles(item);
		const isSplit = readSplitByAccount(item);
		const shown = isOfPost(item)
			? await previewPost(item, files)
			: { accounts: await previewContent(item, files) };
		showPreview(item, shown.accounts);
		return toOutputs(item, shown, isSplit);
	},
};

function isOfPost(item: Item): boolean {
	const chosen = readParameter(item, 'previewOf', 'content');
	return asChoice(chosen, ['content', 'post'], 'Preview Of') === 'post';
}
