import type { INodeProperties } from 'n8n-workflow';

import { phase } from '../../api/phase';
import { wasSent } from '../../commands/sentCommands';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { showMissingFiles } from '../../media/attachment';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyForCreation } from '../../properties/idempotency';
import { addHint, type Item, type Output } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { asChoice, readParameter } from '../../properties/parameters';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import type { ServiceResponse } from '../../transport/types';
import { whenKnown, type Operation, type OperationResult, type Unfinished } from '../operation';
import { toOutput } from '../recordOperations';
import { readChosenAccounts } from './content/contentFields';
import { textProperties } from './content/contentProperties';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { readPostContent, toPostBody } from './content/postContent';
import { checkFirstOption, readCheckFirst } from './content/preflight';
import { adaptContent, findPostFiles, readTextOptions } from './content/prepareContent';
import { textOverflowOption } from './content/textOverflow';
import { createDraft } from './publishing/createDraft';
import {
	checkTiming,
	lastingName,
	readTiming,
	type Creation,
	type Timing,
} from './publishing/creation';
import { sendFollowUp } from './publishing/followUp';
import { readRunAgain, runAgainFields } from './publishing/ifThisRunsAgain';
import { countCreateOutputs, postedBefore, postOnce } from './publishing/once';
import type { ItemKey } from './publishing/itemKey';
import { runKeysOf } from './publishing/runKeys';
import { confirmSlots } from './slots/confirmSlots';

const WHEN_TO_PUBLISH = 'When to Publish';

const whenToPublishProperty: INodeProperties = {
	displayName: WHEN_TO_PUBLISH,
	name: 'afterCreate',
	type: 'options',
	options: [
		{
			name: 'Save as Draft',
			value: 'draft',
			description: 'The post is saved in the service but not published',
		},
		{ name: 'Publish Now', value: 'publish', description: 'The post goes out immediately' },
		{ name: 'Schedule', value: 'schedule', description: 'The post goes out later' },
	],
	default: 'draft',
	description: 'Whether to save the post as a draft, publish it now or schedule it',
	builderHint: {
		propertyHint:
			'Keep draft unless the user wants the post to go out: publish and schedule make it public.',
	},
};

/** Saves a draft and, if requested, publishes or schedules it. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create, publish or schedule post',
		description: 'Create a post as a draft, and optionally publish or schedule it',
	},
	readAccounts: readChosenAccounts,
	countOutputs: countCreateOutputs,
	itemsFailAlone: (functions) => runKeysOf(functions).isUsed,
	endRun: async (functions) => {
		await confirmSlots(functions);
		return await runKeysOf(functions).end();
	},
	properties: [
		workspaceLocator,
		...textProperties,
		whenToPublishProperty,
		...newScheduleProperties({ afterCreate: ['schedule'] }),
		...mediaProperties,
		...runAgainFields,
		{ ...waitProperty, displayOptions: { show: { afterCreate: ['publish'] } } },
		optionsCollection([
			...waitOptionsIfEnabled({ '/afterCreate': ['publish'] }),
			checkFirstOption,
			altTextsOption,
			linkTagsOption,
			missingMediaOption,
			{
				...slotsDaysAheadOption,
				displayOptions: { show: { '/scheduleMode': ['nextSlot'], '/afterCreate': ['schedule'] } },
			},
			textOverflowOption,
		]),
	],

	async prepare(item) {
		// Read first: it decides what an error in another field means.
		const { idempotency, key } = readRunAgain(item);
		const prepared = prepareCreation(item, idempotency, key);
		const post = async (creation: Creation) => await createPost(item, creation);
		if (key !== undefined) return await postOnce(key, prepared, post);
		const creation = await prepared;
		return async () => await post(creation);
	},
};

async function prepareCreation(
	item: Item,
	chosen: IdempotencyMode,
	key: ItemKey | undefined,
): Promise<Creation> {
	const requested = await readPostContent(item);
	const followUp = readFollowUp(item);
	const options = readTextOptions(item);
	const { overflow } = options;
	const isCheckedFirst = followUp !== undefined && readCheckFirst(item);
	const workspace = workspacePath(item);
	const files = await findPostFiles(item, requested, {
		idempotency: chosen,
		content: [requested.text, requested.destinations],
	});
	const postsPath = `${workspace}/posts`;
	const fileNames = files.map(({ file }) => file);
	const keyContent = [postsPath, requested, fileNames, overflow];
	const idempotency = idempotencyForCreation(item, chosen, keyContent);
	const identity = { path: postsPath, step: MAIN_STEP };
	const isAttempted = wasSent(item.connection, { idempotency, identity });
	// An item that is posted once may have been scheduled by an earlier execution. Then its time does not matter.
	if (!isAttempted && key === undefined) checkTiming(followUp);
	const { resolved, content } = await adaptContent(item, requested, options);
	// The content as entered: a new limit or new tags do not make it another command.
	const enteredBody = toPostBody(resolved, key === undefined ? fileNames : files.map(lastingName));
	return {
		workspace,
		command: { ...identity, content: { ...enteredBody, ...(overflow !== 'fail' && { overflow }) } },
		idempotency,
		key,
		content,
		hasTags: options.tags !== undefined,
		files,
		followUp,
		isCheckedFirst,
	};
}

async function createPost(
	item: Item,
	creation: Creation,
): Promise<OperationResult | Unfinished<OperationResult>> {
	const { followUp, key } = creation;
	try {
		const draft = await createDraft(item, creation);
		if (draft.origin?.is === 'elsewhere' && key !== undefined) return postedBefore(key);
		const note = showMissingFiles(item, 'Created without a file');
		const result =
			followUp === undefined
				? draftOutput(item, draft.response)
				: await sendFollowUp(item, creation, followUp, draft);
		return note === undefined ? result : await whenKnown(result, (output) => ({ ...output, note }));
	} finally {
		if (followUp !== undefined && 'slot' in followUp) followUp.slot.end();
	}
}

const ONLY_SAVED = `The post is a draft. It has not been published. To publish it, set '${WHEN_TO_PUBLISH}' to 'Publish Now'.`;

/** The output for a draft, with a hint: users who have kept the default may expect a published post. */
function draftOutput(item: Item, response: ServiceResponse): Output {
	const output = toOutput(response);
	if (phase(output.json) !== 'draft') return output;
	addHint(item, ONLY_SAVED);
	return { ...output, message: ONLY_SAVED };
}

/** Reads the follow-up before the draft is created, so that invalid input leaves no draft behind. */
function readFollowUp(item: Item): Timing | undefined {
	const chosen = readParameter(item, 'afterCreate', 'draft');
	const afterCreate = asChoice(chosen, ['draft', 'publish', 'schedule'], WHEN_TO_PUBLISH);
	if (afterCreate === 'draft') return undefined;
	return readTiming(item, afterCreate === 'publish' ? 'published' : 'scheduled');
}
