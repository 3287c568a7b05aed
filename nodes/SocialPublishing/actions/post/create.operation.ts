import { readContent, toBody } from '../../content/content';
import { contentProperties } from '../../content/properties';
import { attachFiles, findAttachments } from '../../media/attachFiles';
import {
	idempotencyOfNew,
	idempotencyOptions,
	readIdempotency,
} from '../../properties/idempotency';
import { workspaceLocator, workspacePath } from '../../properties/locators';
import { optionsCollection } from '../../properties/options';
import { readSchedule, scheduledAtProperty, timezoneOption } from '../../properties/schedule';
import { readWait, waitOptions } from '../../properties/wait';
import { path } from '../../transport/address';
import { call, type Answer } from '../../transport/call';
import { CancelledFailure, InputFailure, ServiceFailure } from '../../transport/failure';
import { sendFirstBody } from '../../transport/firstBody';
import { idempotencyKey, MAIN_STEP } from '../../transport/idempotency';
import { firstText, readRecord } from '../../transport/readings';
import type { Revision } from '../../transport/revision';
import { asSentence } from '../../transport/sentence';
import type { Item, Operation, Output } from '../operation';
import { readParameter } from '../parameters';
import { toOutput } from '../record';
import { publishPost, schedulePost, type PostTarget } from './commands';

/** Saves a draft; if wanted, publishes or schedules it right after. */
export const create: Operation = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create a post',
		description: 'Save a draft, and publish or schedule it if you wish',
	},
	overlaps: false,
	properties: [
		workspaceLocator,
		...contentProperties,
		{
			displayName: 'After Creation',
			name: 'afterCreate',
			type: 'options',
			options: [
				{ name: 'Keep as Draft', value: 'draft', description: 'Nothing goes out yet' },
				{ name: 'Publish Now', value: 'publish', description: 'The post goes out at once' },
				{ name: 'Schedule', value: 'schedule', description: 'The post goes out at a set time' },
			],
			default: 'draft',
			description: 'What to do with the draft',
		},
		{ ...scheduledAtProperty, displayOptions: { show: { afterCreate: ['schedule'] } } },
		optionsCollection([...idempotencyOptions, ...waitOptions, timezoneOption]),
	],

	async execute(item) {
		const content = readContent(item);
		const chosen = readIdempotency(item);
		const followUp = readFollowUp(item);
		const workspace = workspacePath(item);
		const files = await findAttachments(item, workspace, content.propertyNames, chosen);
		const postsPath = `${workspace}/posts`;
		const command = {
			path: postsPath,
			content: toBody(
				content,
				files.map(({ file }) => file),
			),
			step: MAIN_STEP,
		};
		const idempotency = idempotencyOfNew(item, chosen, command);
		const { connection } = item;
		const body = toBody(content, await attachFiles(item, files));
		const created = await sendFirstBody(
			connection,
			idempotency,
			command,
			body,
			async (json) =>
				await call(connection, {
					purpose: 'create the post',
					method: 'POST',
					path: postsPath,
					json,
					idempotencyKey: idempotencyKey(idempotency, command),
					safety: 'keyed',
					needsRecord: true,
				}),
		);
		if (followUp === undefined) return toOutput(created);
		const post = readRecord(created.data);
		const id = firstText(post.id);
		if (id === undefined) throw withoutId(created);
		const target: Omit<PostTarget, 'step'> = {
			postPath: `${postsPath}${path(id)}`,
			revision: revisionOf(created),
			idempotency,
		};
		const { json } = await withDraft(created, () => followUp(target));
		// What follows may answer with a record of its own, which has another ID.
		return { json: { ...post, ...json, id: post.id } };
	},
};

/**
 * The ETag of a new draft saves reading it, unless it is a weak one: that is of the answer and not of the post,
 * for web servers add such to every answer by themselves.
 */
function revisionOf({ etag }: Answer): Revision {
	return etag === undefined || etag.startsWith('W/')
		? { mode: 'current' }
		: { mode: 'known', etag };
}

type FollowUp = (target: Omit<PostTarget, 'step'>) => Promise<Output>;

/** Reads what is to follow before the draft is made, so that bad input leaves no draft behind. */
function readFollowUp(item: Item): FollowUp | undefined {
	switch (readParameter(item, 'afterCreate', 'draft')) {
		case 'publish': {
			const wait = readWait(item);
			return async (target) => await publishPost(item, { ...target, step: 'publish' }, wait);
		}
		case 'schedule': {
			const schedule = readSchedule(item);
			return async (target) =>
				await schedulePost(item, { ...target, step: 'schedule' }, schedule, 'schedule');
		}
		case 'draft':
			return undefined;
		default:
			throw new InputFailure('After Creation must be draft, publish or schedule');
	}
}

function withoutId({ data, etag }: Answer): ServiceFailure {
	return new ServiceFailure(
		'The draft was created, but the service did not tell its ID',
		'It was neither published nor scheduled. Look for it with Post → Get Many.',
		{ post: readRecord(data), etag },
	);
}

/** When the second command fails, the user must hear that the draft is there. */
async function withDraft(created: Answer, followUp: () => Promise<Output>): Promise<Output> {
	try {
		return await followUp();
	} catch (error) {
		throw addDraft(error, created);
	}
}

function addDraft(error: unknown, { data, etag }: Answer): unknown {
	const isAboutDraft = error instanceof ServiceFailure && !(error instanceof CancelledFailure);
	if (!isAboutDraft || error.facts.post !== undefined) return error;
	const post = readRecord(data);
	const advice = `The draft has been created: its ID is ${String(post.id)}.`;
	const description = `${asSentence(error.description)} ${advice}`;
	return new ServiceFailure(error.message, description, { ...error.facts, post, etag });
}
