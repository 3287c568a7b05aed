import type { IDataObject } from 'n8n-workflow';

import { changePost } from '../../api/changePost';
import { findPostEffect } from '../../api/forgottenEffect';
import { readPostStatus } from '../../api/readings/post';
import type { Item, Output } from '../../properties/item';
import { checkLeadTime, describeSchedule, type Schedule } from '../../properties/schedule';
import { readRecord } from '../../shared/json';
import { keyed, type CommandIdentity } from '../../transport/idempotencyKey';
import { sendResumable } from '../../transport/resumableCommand';
import { toOutput } from '../recordOutput';
import { namingAccounts, targetsOfPost } from './accountAccess';
import type { PostTarget } from './postTarget';
import { isHandedOver } from './publishPost';

type ScheduleCommand = 'schedule' | 'reschedule';

/** Sets the time at which a post goes out, for the first time or again. */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: ScheduleCommand,
): Promise<Output> {
	const { connection, progress } = item;
	const { postPath, idempotency } = target;
	const purpose = `${command} the post`;
	const identity = scheduleIdentity(target, schedule, command);
	const showsEffect = (body: IDataObject) => (post: IDataObject) => {
		const { scheduled_at } = post;
		if (typeof scheduled_at === 'string') return isSameInstant(scheduled_at, body.scheduled_at);
		// A post that has gone out may no longer state its time.
		if (command === 'schedule' && isHandedOver(post)) return true;
		if (scheduled_at === null) return false;
		const isScheduled = readPostStatus(post) === 'scheduled';
		return command === 'schedule' ? isScheduled : undefined;
	};
	const response = await sendResumable(connection, {
		purpose,
		idempotency,
		identity,
		isEdited: progress.isEdited,
		findEarlier: async () => {
			if (target.isTakenOver !== true) return undefined;
			const effect = await findPostEffect(connection, postPath, purpose, isOnItsWay);
			return effect === 'noEffect' ? undefined : effect;
		},
		makeBody: async () => {
			checkLeadTime(schedule, 'The post was not scheduled.');
			return { ...schedule };
		},
		findForgottenEffect: async (body) =>
			await findPostEffect(connection, postPath, purpose, showsEffect(body)),
		send: async (json) =>
			await changePost(connection, {
				purpose,
				method: command === 'schedule' ? 'POST' : 'PATCH',
				path: identity.path,
				postPath,
				revision: target.revision,
				scope: idempotency.scope,
				isShared: idempotency.mode === 'once',
				json,
				...keyed(idempotency, identity),
				showsEffect: showsEffect(json),
			}).catch(namingAccounts(item, purpose, targetsOfPost(item, postPath, purpose))),
	});
	await target.onAccepted?.();
	// A resumed command may have been sent with another time, such as one made from `$now`.
	const time = readRecord(response.data).scheduled_at;
	const scheduledAt = response.isResumed ? time : (time ?? schedule.scheduled_at);
	if (typeof scheduledAt === 'string') {
		showTime(item, { ...schedule, scheduled_at: scheduledAt });
	}
	return toOutput(response);
}

/** Time zones are easily mistaken, so the output says when the post goes out. */
function showTime({ functions, index }: Item, schedule: Schedule): void {
	const hasOthers = functions.getInputData().length > 1;
	functions.addExecutionHints?.({
		message: `${hasOthers ? `Item ${index + 1} goes` : 'Goes'} out on ${describeSchedule(schedule)}`,
		location: 'outputPane',
	});
}

/** Identifies the command that schedules a post. */
export function scheduleIdentity(
	{ postPath, step }: PostTarget,
	schedule: Schedule,
	command: ScheduleCommand,
): CommandIdentity {
	return { path: `${postPath}/${command}`, content: { ...schedule }, step };
}

/** Whether a post has been scheduled, for whatever time. */
function isOnItsWay(post: IDataObject): boolean {
	return readPostStatus(post) === 'scheduled' || isHandedOver(post) === true;
}

/** Services may store a time without its milliseconds. */
function isSameInstant(actual: string, requested: unknown): boolean {
	if (typeof requested !== 'string') return false;
	return Math.abs(Date.parse(actual) - Date.parse(requested)) < 1_000;
}
