import { accountsOf } from '../../api/postContent';
import { wasSent } from '../../commands/journal';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { showMissingFiles } from '../../media/attachment';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyForCreation } from '../../properties/idempotency';
import type { Item, Output } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import type { Operation, Unfinished } from '../operation';
import { textProperties } from './content/contentProperties';
import { readChosenAccounts } from './content/destinationFields';
import { linkTagsOption } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { readPostContent, toPostBody } from './content/postContent';
import { adaptContent, findPostFiles, readTextOptions } from './content/prepareContent';
import { textOverflowOption } from './content/textOverflow';
import { checkFirstOption, readCheckFirst } from './creation/checkFirst';
import { createDraft } from './creation/createDraft';
import type { Creation } from './creation/creation';
import {
	draftOutput,
	readFollowUp,
	sendFollowUp,
	whenToPublishProperty,
	type SentCreation,
} from './creation/followUp';
import { readRunAgain, runAgainFields } from './creation/ifThisRunsAgain';
import {
	countCreateOutputs,
	mayBeComplete,
	postOnce,
	type PreparedCreation,
} from './creation/once';
import type { OnceKey } from './creation/onceKey';
import { runKeysOf } from './creation/runKeys';
import { confirmSlots } from './slots/confirmSlots';

/** Saves a draft and, if requested, publishes or schedules it. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create, publish or schedule post',
		description: 'Save a post as a draft and optionally publish or schedule it, with its media',
	},
	runsInParallel: false,
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
		const { idempotency, once } = readRunAgain(item);
		const prepared = prepareCreation(item, idempotency, once);
		return once === undefined ? (await prepared).work : await postOnce(item, once, prepared);
	},
};

async function prepareCreation(
	item: Item,
	chosen: IdempotencyMode,
	once: OnceKey | undefined,
): Promise<PreparedCreation> {
	const requested = readPostContent(item);
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
	if (!isAttempted && once === undefined) followUp?.check();
	const { resolved, content } = await adaptContent(item, requested, options);
	// The content as entered: a new limit or new tags do not make it another command.
	const enteredBody = toPostBody(resolved, fileNames);
	const creation: Creation = {
		workspace,
		command: { ...identity, content: { ...enteredBody, ...(overflow !== 'fail' && { overflow }) } },
		idempotency,
		once,
		content,
		hasTags: options.tags !== undefined,
		files,
		followUp,
		isCheckedFirst,
	};
	const sent = {
		...{ postsPath, idempotency, once, accountIds: accountsOf(resolved) },
		content: toPostBody(content, fileNames),
	};
	return {
		mayBeComplete: mayBeComplete(item, followUp, sent),
		work: async () => await createPost(item, creation, sent),
	};
}

async function createPost(
	item: Item,
	creation: Creation,
	sent: SentCreation,
): Promise<Output | Unfinished<Output>> {
	const { followUp } = creation;
	try {
		const created = await createDraft(item, creation);
		showMissingFiles(item, 'Created without a file');
		if (followUp === undefined) return draftOutput(item, created);
		return await sendFollowUp(item, followUp, created, sent);
	} finally {
		followUp?.end?.();
	}
}
