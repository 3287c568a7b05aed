import { accountsOf } from '../../api/postContent';
import { wasSent } from '../../commands/journal';
import { MAIN_STEP, type IdempotencyMode } from '../../commands/key';
import { showMissingFiles } from '../../media/attachment';
import { findAttachments } from '../../media/requestedFile';
import { optionsCollection } from '../../properties/commonFields';
import { idempotencyForCreation } from '../../properties/idempotency';
import type { Item } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { newScheduleProperties, slotsDaysAheadOption } from '../../properties/slots';
import { waitOptionsIfEnabled, waitProperty } from '../../properties/waitSettings';
import type { Operation } from '../operation';
import { textProperties } from './content/contentProperties';
import { linkTagsOption, readLinkTags, tagLinks } from './content/linkTags';
import { altTextsOption, mediaProperties, missingMediaOption } from './content/mediaProperties';
import { checkRequested, readPostContent, toPostBody } from './content/postContent';
import { resolveContent } from './content/resolveDestinations';
import { fitTexts, readTextOverflow, textOverflowOption } from './content/textOverflow';
import { checkFirstOption, readCheckFirst } from './creation/checkFirst';
import { createDraft } from './creation/createDraft';
import { draftOutput, readFollowUp, sendFollowUp, whatToDoProperty } from './creation/followUp';
import { readRunAgain, runAgainFields } from './creation/ifThisRunsAgain';
import {
	countCreateOutputs,
	mayBeComplete,
	onlyOnce,
	type PreparedCreation,
} from './creation/once';
import type { OnceKey } from './creation/onceKey';
import { onceRunOf } from './creation/onceRun';
import { settleSlots } from './slots/settleSlots';

/** Saves a draft and, if requested, publishes or schedules it. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create, publish or schedule post',
		description: 'Save a post as a draft and optionally publish or schedule it, with its media',
	},
	runsInParallel: false,
	countOutputs: countCreateOutputs,
	itemsFailAlone: (functions) => onceRunOf(functions).isUsed,
	endRun: async (functions) => {
		await settleSlots(functions);
		return await onceRunOf(functions).end();
	},
	properties: [
		workspaceLocator,
		...textProperties,
		whatToDoProperty,
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
		// First of all, because it decides what an error in the other fields means.
		const { idempotency, once } = readRunAgain(item);
		const prepared = prepareCreation(item, idempotency, once);
		return once === undefined ? (await prepared).work : await onlyOnce(item, once, prepared);
	},
};

async function prepareCreation(
	item: Item,
	chosen: IdempotencyMode,
	once: OnceKey | undefined,
): Promise<PreparedCreation> {
	const requested = readPostContent(item);
	const followUp = readFollowUp(item);
	const overflow = readTextOverflow(item);
	const tags = readLinkTags(item);
	const isCheckedFirst = followUp !== undefined && readCheckFirst(item);
	const workspace = workspacePath(item);
	const files = await findAttachments(item, requested, {
		workspacePath: workspace,
		idempotency: chosen,
		content: [requested.text, requested.destinations],
	});
	checkRequested(requested, files);
	const postsPath = `${workspace}/posts`;
	const fileNames = files.map(({ file }) => file);
	const asEntered = [postsPath, requested, fileNames, overflow];
	const idempotency = idempotencyForCreation(item, chosen, asEntered);
	const step = MAIN_STEP;
	const identity = { path: postsPath, step };
	const isAttempted = wasSent(item.connection, { idempotency, identity });
	// An item that is posted once may have been scheduled by an earlier execution: then its time does not matter.
	if (!isAttempted && once === undefined) followUp?.check();
	const resolved = await resolveContent(item, requested);
	const content = await fitTexts(item, await tagLinks(item, resolved, tags), overflow);
	const command = {
		path: postsPath,
		// As it was entered: another limit tomorrow does not make it another command, and neither do other tags.
		content: {
			...toPostBody(resolved, fileNames),
			...(overflow !== 'fail' && { overflow }),
		},
		step,
	};
	const sent = { postsPath, idempotency, once, accountIds: accountsOf(resolved) };
	const creation = {
		workspace,
		command,
		idempotency,
		once,
		content,
		hasTags: tags !== undefined,
		files,
		followUp,
		isCheckedFirst,
	};
	return {
		mayBeComplete: mayBeComplete(item, followUp, sent),
		work: async () => {
			try {
				const created = await createDraft(item, creation);
				showMissingFiles(item, 'Goes without a file');
				if (followUp === undefined) return draftOutput(item, created);
				return await sendFollowUp(item, followUp, created, sent);
			} finally {
				followUp?.end?.();
			}
		},
	};
}
