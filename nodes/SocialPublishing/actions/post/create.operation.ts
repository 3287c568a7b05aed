import type { RevisionChoice } from '../../api/changePost';
import { findCreatedPost } from '../../api/forgottenEffect';
import { attachFiles, findAttachments } from '../../media/attachFiles';
import {
	idempotencyForCreation,
	idempotencyOptions,
	readIdempotency,
} from '../../properties/idempotency';
import type { Item, Output } from '../../properties/item';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/optionsCollection';
import { readParameter } from '../../properties/parameters';
import { checkLeadTime, readSchedule, scheduleProperties } from '../../properties/schedule';
import { readWaitSettings, waitOptions, waitProperty } from '../../properties/waitSettings';
import { CancelledFailure, InputFailure, ServiceFailure, asSentence } from '../../shared/failure';
import { firstText, readRecord } from '../../shared/json';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import { keyed, MAIN_STEP } from '../../transport/idempotencyKey';
import { sendResumable, wasAttempted } from '../../transport/resumableCommand';
import type { ServiceResponse } from '../../transport/types';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';
import { contentProperties } from './content/contentProperties';
import { readPostContent, toPostBody } from './content/postContent';
import type { PostTarget } from './postTarget';
import { publishPost } from './publishPost';
import { recoverCreation } from './recoverCreation';
import { schedulePost } from './schedulePost';

const PURPOSE = 'create the post';

/** Saves a draft and, if requested, publishes or schedules it. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a post',
		description: 'Save a draft and optionally publish or schedule it',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		...contentProperties,
		{
			displayName: 'After Creation',
			name: 'afterCreate',
			type: 'options',
			options: [
				{ name: 'Keep as Draft', value: 'draft', description: 'Nothing is published yet' },
				{ name: 'Publish Now', value: 'publish', description: 'The post is published immediately' },
				{ name: 'Schedule', value: 'schedule', description: 'The post is published at a set time' },
			],
			default: 'draft',
			description: 'What to do with the draft',
		},
		...scheduleProperties.map((property) => ({
			...property,
			displayOptions: { show: { afterCreate: ['schedule'] } },
		})),
		{ ...waitProperty, displayOptions: { show: { afterCreate: ['publish'] } } },
		optionsCollection([...idempotencyOptions, ...waitOptions]),
	],

	async prepare(item) {
		const content = readPostContent(item);
		const chosen = readIdempotency(item);
		const followUp = readFollowUp(item);
		const workspace = workspacePath(item);
		const files = await findAttachments(item, workspace, content.propertyNames, chosen);
		const postsPath = `${workspace}/posts`;
		const command = {
			path: postsPath,
			content: toPostBody(
				content,
				files.map(({ file }) => file),
			),
			step: MAIN_STEP,
		};
		const idempotency = idempotencyForCreation(item, chosen, command);
		const { connection } = item;
		if (!wasAttempted(connection, idempotency, command)) followUp?.check();
		return async () => {
			const created = await sendResumable(connection, {
				purpose: PURPOSE,
				idempotency,
				identity: command,
				isEdited: item.progress.isEdited,
				makeBody: async () => {
					followUp?.check();
					return toPostBody(content, await attachFiles(item, files));
				},
				findForgottenEffect: async (body) =>
					await findCreatedPost(connection, workspace, body, PURPOSE),
				describeEarlier: (response) => {
					const id = firstText(readRecord(response?.data).id);
					return id === undefined ? '' : `The post ${id} exists. `;
				},
				send: async (json, wasSentBefore) =>
					await call(connection, {
						purpose: PURPOSE,
						method: 'POST',
						path: postsPath,
						json,
						...keyed(idempotency, command),
						safety: 'keyed',
						needsRecord: true,
						wasSentBefore,
					}),
			}).catch(async (error: unknown) => {
				const creation = { workspace, idempotency, content };
				return { ...(await recoverCreation(item, files, creation, error)), isResumed: true };
			});
			if (followUp === undefined) return toOutput(created);
			const post = readRecord(created.data);
			const id = firstText(post.id);
			if (id === undefined) throw unknownId(created);
			const target: Omit<PostTarget, 'step'> = {
				postPath: `${postsPath}${path(id)}`,
				// Until the Retry of an execution, the draft may have been changed.
				revision: item.progress.isRetriedExecution ? { mode: 'current' } : revisionOf(created),
				idempotency,
			};
			const { json } = await followUp.send(target).catch((error: unknown) => {
				throw withDraft(error, created);
			});
			// The follow-up may return a record of its own with a different ID.
			return { json: { ...post, ...json, id: post.id } };
		};
	},
};

/**
 * The ETag of a new draft saves reading the draft first. A weak ETag is ignored: it may belong to the response rather
 * than the post, because web servers add weak ETags of their own to any response.
 */
function revisionOf({ etag }: ServiceResponse): RevisionChoice {
	return etag === undefined || etag.startsWith('W/')
		? { mode: 'current' }
		: { mode: 'known', etag };
}

/** The command that follows the creation. */
interface FollowUp {
	/** Throws if it can no longer be sent. */
	check: () => void;
	send: (target: Omit<PostTarget, 'step'>) => Promise<Output>;
}

/** Reads the follow-up before the draft is created, so that invalid input leaves no draft behind. */
function readFollowUp(item: Item): FollowUp | undefined {
	switch (readParameter(item, 'afterCreate', 'draft')) {
		case 'publish': {
			const wait = readWaitSettings(item);
			return {
				check: () => undefined,
				send: async (target) => await publishPost(item, { ...target, step: 'publish' }, wait),
			};
		}
		case 'schedule': {
			const schedule = readSchedule(item);
			return {
				check: () => checkLeadTime(schedule),
				send: async (target) =>
					await schedulePost(item, { ...target, step: 'schedule' }, schedule, 'schedule'),
			};
		}
		case 'draft':
			return undefined;
		default:
			throw new InputFailure('After Creation must be draft, publish or schedule');
	}
}

function unknownId({ data, etag }: ServiceResponse): ServiceFailure {
	return new ServiceFailure(
		'The draft was created, but the service did not return its ID',
		'It was neither published nor scheduled. Look for it with Post → Get Many.',
		{ post: readRecord(data), etag },
	);
}

/** When the second command fails, the user must learn that the draft exists. */
function withDraft(error: unknown, { data, etag }: ServiceResponse): unknown {
	const isAboutDraft = error instanceof ServiceFailure && !(error instanceof CancelledFailure);
	const { post: current, status } = isAboutDraft ? error.facts : {};
	// Any other failure with a post is about its outcome: then it is no draft any more.
	if (!isAboutDraft || (current !== undefined && status !== 412)) return error;
	const post = current ?? readRecord(data);
	const happened = error.description.replace(
		'Nothing was changed.',
		'It was neither published nor scheduled.',
	);
	const advice = `The draft has been created: its ID is ${String(readRecord(data).id)}.`;
	const description = `${asSentence(happened)} ${advice}`;
	return new ServiceFailure(error.message, description, { etag, ...error.facts, post });
}
