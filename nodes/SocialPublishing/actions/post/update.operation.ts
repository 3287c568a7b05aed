import type { IDataObject } from 'n8n-workflow';

import type { EffectReading } from '../../api/phase';
import { readPost } from '../../api/posts';
import { readDestinations } from '../../api/readings/post';
import { carryOut, type Command } from '../../commands/command';
import { MAIN_STEP } from '../../commands/key';
import { postEffect } from '../../commands/postCommand';
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
import { isRecord } from '../../shared/json';
import type { Connection } from '../../transport/connection';
import type { Operation } from '../operation';
import { toOutput } from '../recordOperations';
import { contentUpdateFields } from './content/contentProperties';
import { readUpdatedAccounts } from './content/destinationFields';
import { altTextsOption } from './content/mediaProperties';
import {
	hasSharedMedia,
	type PostContent,
	readPostUpdate,
	toPostBody,
} from './content/postContent';
import { resolveContent } from './content/resolveDestinations';

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
		const command: Command = {
			purpose: PURPOSE,
			identity: { path: postPath, content: toPostBody(content, fileNames), step: MAIN_STEP },
			idempotency: { mode: 'none', scope },
			request: { method: 'PATCH', safety: 'idempotent' },
			isEdited,
			// Another call may have made the change.
			isShared: scope.hasNoWorkflow,
			prepare: async () => {
				const mediaIds = await attachFiles(item, files);
				const resolved = await withDestinations(connection, postPath, content, choice);
				const revision = { postPath, choice: resolved.choice };
				return { json: toPostBody(resolved.content, mediaIds), revision };
			},
			find: postEffect(connection, postPath, PURPOSE, showsChange),
		};
		return async () => {
			const response = await carryOut(connection, command).catch(async (error: unknown) => {
				throw await failureWithoutFiles(item, files, error);
			});
			return toOutput(response);
		};
	},
};

const PURPOSE = 'update the post';

/** The service stores media per destination, so new media without new destinations go to the existing ones. */
async function withDestinations(
	connection: Connection,
	postPath: string,
	content: PostContent,
	choice: RevisionChoice,
): Promise<{ content: PostContent; choice: RevisionChoice }> {
	if (content.destinations !== undefined || !hasSharedMedia(content)) return { content, choice };
	const { post, etag } = await readPost(connection, postPath, PURPOSE);
	const destinations = readDestinations(post).map((each) => withoutMedia(each, post.text));
	// An empty list would remove the destinations of the post.
	if (destinations.length === 0) throw unknownDestinations();
	// With an expected revision, the service accepts these destinations only if nobody has changed the post since.
	const isKnown = choice.mode === 'current' && etag !== undefined;
	return {
		content: { ...content, destinations },
		choice: isKnown ? { mode: 'known', etag } : choice,
	};
}

function unknownDestinations(): ServiceFailure {
	return new ServiceFailure(
		`Could not ${PURPOSE}: the service did not state which accounts the media are for`,
		'Set the accounts together with the media.',
		{},
		{ effectFacts: { nothingWas: 'changed' } },
	);
}

/**
 * The fields of a destination that may be written, except its media. A text equal to the shared one may only repeat it.
 * Written back, it would keep the old text on this account when the shared one changes.
 */
function withoutMedia(
	{ account_id, text, options }: IDataObject,
	sharedText: unknown,
): IDataObject {
	return {
		account_id,
		...(typeof text === 'string' && text !== sharedText && { text }),
		...(options !== undefined && options !== null && { options }),
	};
}

/** Undefined for a post without the change: another may have followed, and a service may normalize the text it stores. */
export const showsChange: EffectReading = (post, sent = {}) =>
	containsChange(post, sent) || undefined;

/**
 * Whether a record contains every field of a change that was sent; the service may have added fields of its own.
 * Lists must match in length and order.
 */
export function containsChange(actual: unknown, sent: unknown): boolean {
	if (Array.isArray(sent)) {
		return (
			Array.isArray(actual) &&
			actual.length === sent.length &&
			sent.every((entry, index) => containsChange(actual[index], entry))
		);
	}
	if (isRecord(sent)) {
		return (
			isRecord(actual) &&
			Object.entries(sent).every(([name, entry]) => containsChange(actual[name], entry))
		);
	}
	return (
		actual === sent ||
		(isTextOrNumber(actual) && isTextOrNumber(sent) && String(actual) === String(sent))
	);
}

/** A service may return an ID that was sent as text as a number. */
function isTextOrNumber(value: unknown): value is string | number {
	return typeof value === 'string' || typeof value === 'number';
}
