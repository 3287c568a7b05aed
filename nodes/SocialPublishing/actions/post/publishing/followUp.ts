import type { IDataObject } from 'n8n-workflow';

import { accountsOf } from '../../../api/postContent';
import { phase, type SchedulingCommand } from '../../../api/phase';
import {
	OUTCOME_PURPOSE,
	readPost,
	readPostIfExists,
	readUntil,
	withIdOf,
} from '../../../api/posts';
import { readDestinations, SCHEDULE_NAMES } from '../../../api/readings/post';
import { readRecordId } from '../../../api/readings/record';
import { readScheduledMs } from '../../../api/readings/times';
import { mayRepeatResponse } from '../../../commands/key';
import { DELETED, describeState, doneBefore } from '../../../commands/doneBefore';
import type { Item, Output } from '../../../properties/item';
import { asRequestFailure, mayHaveTakenEffect, ServiceFailure } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import type { Connection } from '../../../transport/connection';
import { isMissing, RefusedFailure } from '../../../transport/errors';
import { whenKnown, type Unfinished } from '../../operation';
import { publishPost } from '../publish.operation';
import { schedulePost } from '../schedule.operation';
import type { KnownPostTarget } from '../slots/slotAssignment';
import {
	bodyWithPlaceholders,
	commandOf,
	pathOfPost,
	revisionOfDraft,
	type Creation,
	type Timing,
} from './creation';
import type { Draft } from './createDraft';
import { afterHandover, CREATION_PURPOSE, unknownIdFailure, withDraft } from './failures';

/** Publishes or schedules a new draft. An error names the draft, which exists in any case. */
export async function sendFollowUp(
	item: Item,
	creation: Creation,
	followUp: Timing,
	{ response: created, origin }: Draft,
): Promise<Output | Unfinished<Output>> {
	const { idempotency, key } = creation;
	const post = readRecord(created.data);
	const id = readRecordId(post);
	const postPath = pathOfPost(creation, post);
	if (id === undefined || postPath === undefined) throw unknownIdFailure(created);
	const command = commandOf(followUp);
	const target: KnownPostTarget = {
		postId: id,
		postPath,
		accountIds: accountsOf(creation.content),
		sent: bodyWithPlaceholders(creation),
		// Before the Retry of the execution, somebody may have changed the draft.
		revision: item.progress.isRetriedExecution ? { mode: 'current' } : revisionOfDraft(created),
		idempotency,
		step: command,
		isAdopted: key !== undefined && (origin !== undefined || created.isResumed),
		isNew: true,
	};
	const recordStaying = await key?.facts.recordLeaving(id);
	let isAccepted = false;
	const onAccepted = async () => {
		isAccepted = true;
		await key?.finish(id);
	};
	const send = async () => await sendOut(item, target, followUp, onAccepted);
	const sendOnceFound = async (error: unknown) => {
		const isEarly = !isAccepted && isMissing(error);
		if (isEarly && (await isFoundLater(item.connection, postPath))) return await send();
		throw error;
	};
	const sent = await send()
		.catch(sendOnceFound)
		.catch(async (error: unknown) => {
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
	{ connection, progress }: Item,
	{ idempotency, key, workspace }: Creation,
	{ error, postPath }: { error: unknown; postPath: string },
): Promise<ServiceFailure | undefined> {
	const mayRepeat = mayRepeatResponse(idempotency);
	if (!mayRepeat && !progress.isRetriedExecution) return undefined;
	const made = { purpose: CREATION_PURPOSE, idempotency };
	if (isMissing(error)) return doneBefore(made, undefined, DELETED);
	if (!mayRepeat || key !== undefined || !(error instanceof RefusedFailure)) return undefined;
	const state = await readPost(connection, postPath, CREATION_PURPOSE).catch(asRequestFailure);
	if (state instanceof ServiceFailure || phase(state.post) === 'draft') return undefined;
	return doneBefore(made, state.post, await describeState(connection, workspace, state.post));
}

/** Whether a draft is there that was missing at first, because it is new. */
async function isFoundLater(connection: Connection, postPath: string): Promise<boolean> {
	const read = async () => await readPostIfExists(connection, postPath, CREATION_PURPOSE);
	const found = readUntil(connection, read, (state) => state !== undefined);
	return (await found.catch(asRequestFailure)) !== undefined;
}

/**
 * Publishes or schedules a post.
 *
 * @param onAccepted called as soon as the service has accepted the command; for a slot, once the post is alone there
 */
export async function sendOut(
	item: Item,
	target: KnownPostTarget,
	timing: Timing,
	onAccepted: () => Promise<void>,
	command: SchedulingCommand = 'schedule',
): Promise<Output | Unfinished<Output>> {
	if ('wait' in timing) return await publishPost(item, target, timing.wait, onAccepted);
	return 'slot' in timing
		? await timing.slot.send(target, onAccepted, command)
		: await schedulePost(item, target, timing.schedule, { command, onAccepted });
}

interface SentPost {
	postPath: string;
	/** The post before the command. */
	post: IDataObject;
	command: 'publish' | 'schedule';
}

/**
 * The output of a command that has published or scheduled a post. If the response does not state what has become of the post,
 * the post is read. If that does not show it yet, the output lacks it: what the post was before is no longer true.
 */
export async function outputOfSent(
	{ connection }: Item,
	{ postPath, post, command }: SentPost,
	output: Output,
): Promise<Output> {
	if (statesCommand(output.json, command)) return onPost(output, post);
	const read = await readPost(connection, postPath, OUTCOME_PURPOSE).catch(asRequestFailure);
	const isShown = !(read instanceof Error) && phase(read.post) !== 'draft';
	return onPost(output, isShown ? withIdOf(read.post, post) : withoutState(post));
}

function statesCommand(json: IDataObject, command: SentPost['command']): boolean {
	if (phase(json) === 'unknown') return false;
	return command === 'publish' || readScheduledMs(json) !== undefined;
}

/** The response may be a record of its own, with another ID or none. */
function onPost(output: Output, post: IDataObject): Output {
	// The command has changed the revision.
	const before = { ...post, ...(post.etag !== undefined && { etag: undefined }) };
	return { ...output, json: { ...before, ...output.json, id: post.id } };
}

/** What a record says of its state, also for each account. */
const STATE = new Set(['status', 'outcome', 'schedule', ...SCHEDULE_NAMES]);

function withoutState(post: IDataObject): IDataObject {
	const kept = (record: IDataObject) =>
		Object.fromEntries(Object.entries(record).filter(([name]) => !STATE.has(name)));
	const destinations = readDestinations(post).map(kept);
	return { ...kept(post), ...(destinations.length > 0 && { destinations }) };
}
