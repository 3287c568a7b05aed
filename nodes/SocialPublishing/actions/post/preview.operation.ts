import { findAttachments } from '../../media/requestedFile';
import { optionsCollection } from '../../properties/commonFields';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import type { Operation } from '../operation';
import { contentProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, missingMediaOption } from './content/mediaProperties';
import { checkContent, readPostContent } from './content/postContent';
import { adaptContent, readTextOptions } from './content/prepareContent';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption, readCheckFirst } from './creation/checkFirst';
import { askService } from './preview/askService';
import { describeMedia } from './preview/describeMedia';
import { describeResult, toAccountPreviews } from './preview/describePreview';

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
			textOverflowOption,
		]),
	],

	async execute(item) {
		const requested = readPostContent(item);
		const options = readTextOptions(item);
		const isChecked = readCheckFirst(item);
		const workspace = workspacePath(item);
		const { skipsMissing } = requested;
		// A missing file is shown as a problem of its accounts, so the search does not end at it.
		const search = { ...requested, skipsMissing: true };
		const files = await findAttachments(item, search, { workspacePath: workspace });
		const adapted = await adaptContent(item, requested, options);
		const media = await describeMedia(item, requested.files, files, skipsMissing);
		// Where a missing file is a problem, it counts as media.
		checkContent(adapted.content, skipsMissing ? files : []);
		const accounts = await toAccountPreviews(item, adapted, media, options.overflow);
		if (isChecked) await askService(item, adapted.content, accounts);
		return { json: describeResult(accounts) };
	},
};
