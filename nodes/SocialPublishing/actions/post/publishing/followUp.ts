import type { INodeProperties } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import { phase } from '../../../api/phase';
import { readPost } from '../../../api/posts';
import { readRecordId } from '../../../api/readings/record';
import { mayRepeatResponse } from '../../../commands/key';
import { DELETED, describeState, doneBefore } from '../../../commands/doneBefore';
import { addHint, type Item, type Output } from '../../../properties/item';
import { readParameter } from '../../../properties/parameters';
import {
	asRequestFailure,
	InputFailure,
	mayHaveTakenEffect,
	ServiceFailure,
} from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { isMissing, RefusedFailure } from '../../../transport/errors';
import type { ServiceResponse } from '../../../transport/types';
import { toOutput } from '../../recordOperations';
import { whenKnown, type Unfinished } from '../../operation';
import type { NewPostTarget } from '../slots/slotAssignment';
import type { Draft } from './createDraft';
import { bodyWithPlaceholders, pathOfPost, revisionOfDraft, type Creation } from './creation';
import { afterHandover, CREATION_PURPOSE, unknownIdFailure, withDraft } from './failures';
import { commandOf, outputOfSent, readTiming, sendOut, type Timing } from './sendOut';

const WHEN_TO_PUBLISH = 'When to Publish';

export const whenToPublishProperty: INodeProperties = {
	displayName: WHEN_TO_PUBLISH,
	name: 'afterCreate',
	type: 'options',
	options: [
		{
			name: 'Save as Draft',
			value: 'draft',
			description: 'The post waits in the service; nobody sees it yet',
		},
		{ name: 'Publish Now', value: 'publish', description: 'The post goes out immediately' },
		{ name: 'Schedule', value: 'schedule', description: 'The post goes out later' },
	],
	default: 'draft',
	description: 'Whether the post goes out now, later or not yet',
	builderHint: {
		propertyHint:
			'Keep draft unless the user wants the post to go out: publish and schedule make it public.',
	},
};

const ONLY_SAVED = `The post is a draft. It has not been published. To publish it, set '${WHEN_TO_PUBLISH}' to 'Publish Now'.`;

/** The output for a draft, with a hint: users who have kept the default may expect a published post. */
export function draftOutput(item: Item, response: ServiceResponse): Output {
	const output = toOutput(response);
	if (phase(output.json) !== 'draft') return output;
	addHint(item, ONLY_SAVED);
	return { ...output, message: ONLY_SAVED };
}

/** Reads the follow-up before the draft is created, so that invalid input leaves no draft behind. */
export function readFollowUp(item: Item): Timing | undefined {
	switch (readParameter(item, 'afterCreate', 'draft')) {
		case 'publish':
			return readTiming(item, 'published');
		case 'schedule':
			return readTiming(item, 'scheduled');
		case 'draft':
			return undefined;
		default:
			throw new InputFailure(`'${WHEN_TO_PUBLISH}' must be draft, publish or schedule`);
	}
}

/** Publishes or schedules a new draft. An error names the draft, which exists in any case. */
export async function sendFollowUp(
	item: Item,
	creation: Creation,
	followUp: Timing,
	{ response: created, isAdopted }: Draft,
): Promise<Output | Unfinished<Output>> {
	const { idempotency, key } = creation;
	const post = readRecord(created.data);
	const id = readRecordId(post);
	const postPath = pathOfPost(creation, post);
	if (id === undefined || postPath === undefined) throw unknownIdFailure(created);
	const command = commandOf(followUp);
	const target: NewPostTarget = {
		...{ postId: id, postPath, accountIds: accountsOf(creation.content) },
		sent: bodyWithPlaceholders(creation),
		// Before the Retry of the execution, somebody may have changed the draft.
		revision: item.progress.isRetriedExecution ? { mode: 'current' } : revisionOfDraft(created),
		idempotency,
		step: command,
		isAdopted: key !== undefined && (isAdopted || created.isResumed),
		isNew: true,
	};
	const recordStaying = await key?.facts.recordLeaving(id);
	let isAccepted = false;
	const onAccepted = async () => {
		isAccepted = true;
		await key?.finish();
	};
	const sent = await sendOut(item, target, followUp, onAccepted).catch(async (error: unknown) => {
		// From then on, the post is no longer a draft.
		if (isAccepted) throw afterHandover(error, id);
		if (!mayHaveTakenEffect(error)) await recordStaying?.();
		throw (await madeBefore(item, creation, { error, postPath })) ?? withDraft(error, created);
	});
	return await whenKnown(
		sent,
		async (output) => await outputOfSent(item, { postPath, post, command }, output),
	);
}

/** Set if the service has repeated its response from before somebody deleted, published or scheduled the draft. */
async function madeBefore(
	{ connection }: Item,
	{ idempotency, key, workspace }: Creation,
	{ error, postPath }: { error: unknown; postPath: string },
): Promise<ServiceFailure | undefined> {
	if (!mayRepeatResponse(idempotency)) return undefined;
	const made = { purpose: CREATION_PURPOSE, idempotency };
	if (isMissing(error)) return doneBefore(made, undefined, DELETED);
	if (key !== undefined || !(error instanceof RefusedFailure)) return undefined;
	const state = await readPost(connection, postPath, CREATION_PURPOSE).catch(asRequestFailure);
	if (state instanceof ServiceFailure || phase(state.post) === 'draft') return undefined;
	return doneBefore(made, state.post, await describeState(connection, workspace, state.post));
}
