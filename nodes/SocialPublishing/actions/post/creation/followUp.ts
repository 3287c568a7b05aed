import type { IDataObject } from 'n8n-workflow';

import { readLifecycleStatus } from '../../../api/postLifecycle';
import { isIdleStatus } from '../../../api/readings/post';
import type { Item, Output } from '../../../properties/item';
import type { CommandResponse } from '../../../commands/command';
import { revisionOf, withDraft } from './draft';
import type { OnceKey } from './onceKey';
import { readParameter } from '../../../properties/parameters';
import { checkLeadTime, readSchedule } from '../../../properties/schedule';
import { isForNextSlot, readTimetable } from '../../../properties/slots';
import { readWaitSettings } from '../../../properties/waitSettings';
import { InputFailure, ServiceFailure } from '../../../shared/failure';
import { firstText, readRecord } from '../../../shared/json';
import { path } from '../../../transport/address';
import { MAIN_STEP, mayRepeatAnswer, type IdempotencyMode } from '../../../commands/key';
import { postDoneBefore } from '../../../commands/review';
import { readSentCommand, wasSent } from '../../../commands/journal';
import { postCommandIdentity } from '../../../commands/postCommand';
import type { ServiceResponse } from '../../../transport/types';
import { whenKnown, type Unfinished } from '../../operation';
import { publishPost } from '../publishPost';
import { CREATION_PURPOSE } from './purpose';
import { schedulePost } from '../schedulePost';
import { SlotSchedule } from '../slots/slotSchedule';
import type { NewPostTarget } from '../slots/newPostTarget';
import { WHAT_TO_DO } from './whatToDo';

/** The command that follows the creation. */
export interface FollowUp {
	/** The end of its route, and its step in the idempotency key. */
	command: 'publish' | 'schedule';
	/** Throws if it can no longer be sent. */
	check: () => void;
	/** Reserves what it needs, before the draft is created for these accounts. */
	reserve?: (accountIds: string[]) => Promise<unknown>;
	/** Call it when the work on the item ends, whatever came of it. */
	end?: () => void;
	/** Whether it can apply to a post in this state. */
	isPossible: (post: IDataObject) => boolean;
	/** @param onAccepted called as soon as the command is accepted, and nothing can change what was asked for */
	send: (
		target: NewPostTarget,
		onAccepted: () => Promise<void>,
	) => Promise<Output | Unfinished<Output>>;
}

/** Reads the follow-up before the draft is created, so that invalid input leaves no draft behind. */
export function readFollowUp(item: Item): FollowUp | undefined {
	switch (readParameter(item, 'afterCreate', 'draft')) {
		case 'publish': {
			const wait = readWaitSettings(item);
			return {
				command: 'publish',
				check: () => undefined,
				isPossible: (post) => isDraftOrBeyond(readLifecycleStatus(post)),
				send: async (target, onAccepted) => await publishPost(item, target, wait, onAccepted),
			};
		}
		case 'schedule':
			return isForNextSlot(item) ? scheduleInSlot(item) : scheduleAtTime(item);
		case 'draft':
			return undefined;
		default:
			throw new InputFailure(`${WHAT_TO_DO} must be draft, publish or schedule`);
	}
}

function scheduleAtTime(item: Item): FollowUp {
	const schedule = readSchedule(item);
	return {
		command: 'schedule',
		check: () => checkLeadTime(schedule),
		isPossible: canBeScheduled,
		send: async (target, onAccepted) =>
			await schedulePost(item, target, schedule, 'schedule', onAccepted),
	};
}

function scheduleInSlot(item: Item): FollowUp {
	const slot = new SlotSchedule(item, readTimetable(item));
	return {
		command: 'schedule',
		check: () => undefined,
		reserve: async (accountIds) => await slot.reserve(accountIds),
		end: () => slot.end(),
		isPossible: canBeScheduled,
		send: async (target, onAccepted) => await slot.send(target, onAccepted),
	};
}

function canBeScheduled(post: IDataObject): boolean {
	const status = readLifecycleStatus(post);
	return status === 'scheduled' || isDraftOrBeyond(status);
}

function isDraftOrBeyond(status: string | undefined): boolean {
	return status === 'draft' || !isIdleStatus(status);
}

/** How the draft was created. */
interface SentCreation {
	postsPath: string;
	idempotency: IdempotencyMode;
	once: OnceKey | undefined;
	accountIds: string[];
}

/** Whether an earlier attempt of this execution may itself have completed what was asked for. */
export function mayBeComplete(
	{ connection }: Item,
	followUp: FollowUp | undefined,
	{ postsPath, idempotency }: SentCreation,
): boolean {
	const creation = { idempotency, identity: { path: postsPath, step: MAIN_STEP } };
	const id = firstText(readRecord(readSentCommand(connection, creation)?.response?.data).id);
	if (id === undefined || followUp === undefined) return id !== undefined;
	const { command } = followUp;
	const target = { postPath: `${postsPath}${path(id)}`, step: command };
	const identity = postCommandIdentity(target, command, {});
	return wasSent(connection, { idempotency, identity });
}

/** Publishes or schedules a new draft. An error names the draft, which exists whatever happens. */
export async function sendFollowUp(
	item: Item,
	followUp: FollowUp,
	created: CommandResponse,
	{ postsPath, idempotency, once, accountIds }: SentCreation,
): Promise<Output | Unfinished<Output>> {
	const post = readRecord(created.data);
	const id = firstText(post.id);
	if (id === undefined) throw unknownId(created);
	const target: NewPostTarget = {
		...{ postId: id, accountIds },
		postPath: `${postsPath}${path(id)}`,
		// Until the Retry of an execution, the draft may have been changed.
		revision: item.progress.isRetriedExecution ? { mode: 'current' } : revisionOf(created),
		idempotency,
		step: followUp.command,
		isTakenOver: once !== undefined && (once.isTakenOver || created.isResumed),
		isNew: true,
	};
	let isAccepted = false;
	const onAccepted = async () => {
		isAccepted = true;
		await once?.finish();
	};
	const sent = await followUp.send(target, onAccepted).catch((error: unknown) => {
		// From then on, it is no draft any more.
		if (isAccepted) throw error;
		if (isDeleted(error, idempotency)) {
			throw postDoneBefore({ purpose: CREATION_PURPOSE, idempotency }, undefined);
		}
		throw withDraft(error, created);
	});
	// The follow-up may return a record of its own with a different ID.
	const draft = { ...post, ...(post.etag !== undefined && { etag: undefined }) };
	return await whenKnown(sent, (output) => ({
		...output,
		json: { ...draft, ...output.json, id: post.id },
	}));
}

/** The failure of a draft that cannot be gone on with. */
export function unknownId({ data, etag }: Pick<ServiceResponse, 'data' | 'etag'>): ServiceFailure {
	const failure = new ServiceFailure(
		'The draft was created, but the service did not return its ID',
		'It was neither published nor scheduled. Look for it with Post → Get Many.',
		{ post: readRecord(data), etag },
	);
	failure.effect = 'accepted';
	return failure;
}

/** The service may have answered what it answered before the draft was deleted. */
function isDeleted(error: unknown, idempotency: IdempotencyMode): boolean {
	const status = error instanceof ServiceFailure ? error.facts.status : undefined;
	return mayRepeatAnswer(idempotency) && (status === 404 || status === 410);
}
