import { readPost } from '../../api/posts';
import { readDestinations } from '../../api/readings/post';
import { UPDATE_PURPOSE, updatePost } from '../../commands/postUpdate';
import type { RevisionChoice } from '../../commands/revision';
import { attachFiles } from '../../media/attachFiles';
import { failureWithoutFiles } from '../../media/attachment';
import { findAttachments } from '../../media/requestedFile';
import {
	optionsCollection,
	referral,
	readRevisionChoice,
	revisionOption,
} from '../../properties/commonFields';
import { attemptOf } from '../../properties/item';
import {
	postLocator,
	readPostPath,
	workspaceLocator,
	workspacePath,
} from '../../properties/locators';
import { ServiceFailure } from '../../shared/failure';
import type { Connection } from '../../transport/connection';
import type { Operation } from '../operation';
import { toOutput } from '../recordOperations';
import { readUpdatedAccounts } from './content/contentFields';
import { contentUpdateFields } from './content/contentProperties';
import { toDestinationBody } from './content/destinations';
import { altTextsOption } from './content/mediaProperties';
import {
	hasSharedMedia,
	type PostContent,
	readPostUpdate,
	toPostBody,
} from './content/postContent';
import { resolveContent } from './content/prepareContent';

/** Changes a draft or a scheduled post. Omitted fields stay unchanged. */
export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update post',
		description: 'Change a draft or a scheduled post',
	},
	readAccounts: readUpdatedAccounts,
	properties: [
		workspaceLocator,
		postLocator,
		contentUpdateFields,
		referral('To change when a scheduled post goes out, choose the operation Reschedule.'),
		optionsCollection([altTextsOption, revisionOption]),
	],

	async prepare(item) {
		const { connection } = item;
		const { scope, isEdited } = attemptOf(item);
		const postPath = readPostPath(item);
		const requested = readPostUpdate(item);
		const choice = readRevisionChoice(item);
		const files = await findAttachments(item, requested, {
			workspacePath: workspacePath(item),
			content: [postPath, requested.text, requested.destinations],
		});
		const content = await resolveContent(item, requested);
		const fileNames = files.map(({ file }) => file);
		// Identifies the update. The files have no IDs before they are uploaded.
		const bodyWithFileNames = toPostBody(content, fileNames);
		return async () => {
			const response = await updatePost(connection, {
				postPath,
				content: bodyWithFileNames,
				scope,
				isEdited,
				// Another call may have made the change.
				isShared: scope.hasNoWorkflow,
				prepare: async () => {
					const mediaIds = await attachFiles(item, files);
					const resolved = await withDestinations(connection, postPath, content, choice);
					const revision = { postPath, choice: resolved.choice };
					return { json: toPostBody(resolved.content, mediaIds), revision };
				},
			}).catch(async (error: unknown) => {
				throw await failureWithoutFiles(item, files, error);
			});
			return toOutput(response);
		};
	},
};

/** The service stores media per destination, so new media without new destinations go to the existing ones. */
async function withDestinations(
	connection: Connection,
	postPath: string,
	content: PostContent,
	choice: RevisionChoice,
): Promise<{ content: PostContent; choice: RevisionChoice }> {
	if (content.destinations !== undefined || !hasSharedMedia(content)) return { content, choice };
	const { post, etag } = await readPost(connection, postPath, UPDATE_PURPOSE);
	const destinations = readDestinations(post).map((each) => toDestinationBody(post, each));
	// The service removes the destinations that a list lacks.
	const isComplete = destinations.every(({ account_id }) => account_id !== '');
	if (!isComplete || destinations.length === 0) throw unknownDestinations();
	// With an expected revision, the service accepts these destinations only if nobody has changed the post since.
	const isKnown = choice.mode === 'current' && etag !== undefined;
	return {
		content: { ...content, destinations },
		choice: isKnown ? { mode: 'known', etag } : choice,
	};
}

function unknownDestinations(): ServiceFailure {
	return new ServiceFailure(
		`Could not ${UPDATE_PURPOSE}: the service did not state which accounts the media are for`,
		'Set the accounts together with the media.',
		{},
		{ effectFacts: { nothingWas: 'changed' } },
	);
}
