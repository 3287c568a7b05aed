import { wasSent } from '../../commands/journal';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { showMissingFiles } from '../../media/attachment';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyForCreation } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import { whenKnown, type Operation, type OperationResult, type Unfinished } from '../operation';
import { textProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { readPostContent, toPostBody } from './content/postContent';
import { adaptContent, findPostFiles, readTextOptions } from './content/prepareContent';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption, readCheckFirst } from './publishing/checkFirst';
import { createDraft } from './publishing/createDraft';
import { lastingName, type Creation } from './publishing/creation';
import {
	draftOutput,
	readFollowUp,
	sendFollowUp,
	whenToPublishProperty,
} from './publishing/followUp';
import { readRunAgain, runAgainFields } from './publishing/ifThisRunsAgain';
import {
	countCreateOutputs,
	mayBeComplete,
	postedBefore,
	postOnce,
	type PreparedCreation,
} from './publishing/once';
import type { ItemKey } from './publishing/itemKey';
import { runKeysOf } from './publishing/runKeys';
import { checkTiming } from './publishing/sendOut';
import { confirmSlots } from './slots/confirmSlots';

/** Saves a draft and, if requested, publishes or schedules it. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create, publish or schedule post',
		description: 'Save a post as a draft and optionally publish or schedule it, with its media',
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
		return key === undefined ? (await prepared).work : await postOnce(item, key, prepared);
	},
};

async function prepareCreation(
	item: Item,
	chosen: IdempotencyMode,
	key: ItemKey | undefined,
): Promise<PreparedCreation> {
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
	const creation: Creation = {
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
	return {
		mayBeComplete: mayBeComplete(item, creation),
		work: async () => await createPost(item, creation),
	};
}

async function createPost(
	item: Item,
	creation: Creation,
): Promise<OperationResult | Unfinished<OperationResult>> {
	const { followUp, key } = creation;
	try {
		const draft = await createDraft(item, creation);
		if (draft.isElsewhere && key !== undefined) return postedBefore(item, key);
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
