import { readPost } from '../../../api/posts';
import { readScheduledMs } from '../../../api/readings/times';
import { readScheduled } from '../../../api/listedPosts';
import type { CommandResponse } from '../../../commands/command';
import { repeatAdvice } from '../../../commands/key';
import type { PostTarget } from '../../../commands/postCommand';
import { knownRevision } from '../../../commands/revision';
import type { Item, Output } from '../../../properties/item';
import { describeSchedule, type Schedule } from '../../../properties/schedule';
import { isSameSlot, type Timetable } from '../../../properties/slotTimes';
import { isRequestFailure, ServiceFailure, type FailureMarks } from '../../../shared/failure';
import { readRecord } from '../../../shared/json';
import { asSentence } from '../../../shared/text/sentences';
import { toOutput } from '../../recordOperations';
import { outputScheduled, sendSchedule } from '../schedule.operation';

/** The target of a command on a post whose ID and accounts are known. */
export interface KnownPostTarget extends PostTarget {
	postId: string;
	/** The accounts of the post. */
	accountIds: string[];
}

/** A post that a run has scheduled in a slot, or has found there. */
export interface SlotAssignment {
	readonly item: Item;
	readonly target: KnownPostTarget;
	readonly timetable: Timetable;
	/** The accounts of the post as last read: somebody may have changed them. */
	accountIds: string[];
	/** When it is published, in milliseconds since 1970; undefined if unknown or no longer scheduled. */
	timeMs: number | undefined;
	/** The time that this run has set. If it is another one now, somebody has moved the post, so it stays there. */
	setMs: number | undefined;
	/** This run has set the time, so a list without it is outdated. */
	isFresh: boolean;
	/** The last check found no other post in its slot, or is over. */
	isConfirmed: boolean;
	/** It moves on even if it has the earliest ID. */
	readonly yields: boolean;
	/** This run has moved it out of a slot that it shared, which it does once. */
	hasMoved?: boolean;
	/** Another post of the same account is in its slot. */
	isShared?: boolean;
	/** The response to the latest command on it. */
	response: CommandResponse;
	/** Why its slot could not be checked. */
	error?: unknown;
	/** Called at the end of the run, once its slot is certain. */
	readonly onConfirmed: () => Promise<void>;
}

export function scheduleAt(timeMs: number, { timezone }: Timetable): Schedule {
	return { scheduled_at: new Date(timeMs).toISOString(), timezone };
}

const SHARED =
	'Another post of the same account is scheduled for the same time. To change the time of this one, use Post → Reschedule.';

/** @throws if the slot of the post could not be checked */
export async function outputAssignment(assignment: SlotAssignment): Promise<Output> {
	const { error, isShared = false } = assignment;
	if (error !== undefined) throw error;
	const output = await currentOutput(assignment);
	return isShared ? { ...output, note: SHARED, extraFields: { slot_shared: true } } : output;
}

async function currentOutput(assignment: SlotAssignment): Promise<Output> {
	const { item, target, timetable, timeMs, response } = assignment;
	const knownMs = readScheduledMs(readRecord(response.data));
	const isCurrent = timeMs !== undefined && isSameSlot(knownMs ?? timeMs, timeMs);
	if (isCurrent) return outputScheduled(item, response, scheduleAt(timeMs, timetable));
	// An earlier attempt has moved it, or somebody has changed it since.
	const { post, etag } = await readPost(item.connection, target.postPath, 'read the post');
	return toOutput({ data: post, etag });
}

/** The failure of a post that has been scheduled. Its schedule stands. */
export function scheduledPostFailure(assignment: SlotAssignment, error: unknown): unknown {
	if (!isRequestFailure(error)) return error;
	const { target, timeMs, timetable, response } = assignment;
	const time =
		timeMs === undefined ? '' : ` for ${describeSchedule(scheduleAt(timeMs, timetable))}`;
	const advice = [error.advice, repeatAdvice(target.idempotency)].filter(Boolean).map(asSentence);
	const facts = { post: readRecord(response.data), ...error.facts };
	const left = `The post ${target.postId} is scheduled${time}, but may share this slot with another post.`;
	const marks: FailureMarks = { effect: 'accepted', effectFacts: { left } };
	return new ServiceFailure(error.message, advice.join(' '), facts, marks);
}

/**
 * Moves a post to another slot, unless somebody has changed its time since it was read.
 *
 * @returns whether it has moved
 */
export async function movePost(
	assignment: SlotAssignment,
	fromMs: number,
	toMs: number,
): Promise<boolean> {
	const { item, target, timetable } = assignment;
	const { postPath, idempotency } = target;
	const { post, etag } = await readPost(item.connection, postPath, 'reschedule the post');
	const timeMs = readScheduled(post)?.timeMs;
	if (timeMs === undefined || !isSameSlot(timeMs, fromMs)) {
		assignment.timeMs = timeMs;
		assignment.isFresh = false;
		return false;
	}
	const schedule = scheduleAt(toMs, timetable);
	const moved: PostTarget = {
		postPath,
		idempotency,
		revision: knownRevision(etag),
		step: `move to ${schedule.scheduled_at}`,
		// If the state of the post is part of the key, the state has changed by now.
		...(target.from !== undefined && { from: { post, etag } }),
	};
	assignment.response = await sendSchedule(item, moved, schedule, 'reschedule');
	assignment.timeMs = assignment.setMs = toMs;
	assignment.isFresh = true;
	return true;
}
