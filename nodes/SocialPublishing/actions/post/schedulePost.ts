import type { IDataObject } from 'n8n-workflow';

import { readPostStatus } from '../../api/readings/post';
import type { Item, Output } from '../../properties/item';
import { checkLeadTime, describeSchedule, type Schedule } from '../../properties/schedule';
import { clock } from '../../shared/clock';
import { readRecord } from '../../shared/json';
import { sendPostCommand, type PostCommand, type PostTarget } from '../../commands/postCommand';
import { toOutput } from '../recordOutput';
import { namingAccounts, targetsOfPost } from './accountAccess';
import { isHandedOver } from './publishPost';

const CLOCK_TOLERANCE_MS = 5 * 60_000;

type ScheduleCommand = 'schedule' | 'reschedule';

/**
 * Sets the time at which a post goes out, for the first time or again.
 *
 * @param onAccepted called as soon as the service has accepted the command
 */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: ScheduleCommand,
	onAccepted?: () => Promise<void>,
): Promise<Output> {
	const { connection, progress } = item;
	const response = await sendPostCommand(connection, target, {
		name: command,
		content: { ...schedule },
		isEdited: progress.isEdited,
		makeBody: () => {
			checkLeadTime(schedule);
			return { ...schedule };
		},
		showsEffect: showsSchedule(command),
	}).catch(namingAccounts(item, `${command} the post`, targetsOfPost(item, target.postPath)));
	await onAccepted?.();
	// A resumed command may have been sent with another time, such as one made from `$now`.
	const known = readRecord(response.data).scheduled_at;
	const scheduledAt = response.isResumed ? known : (known ?? schedule.scheduled_at);
	if (typeof scheduledAt !== 'string') return toOutput(response);
	const time = describeSchedule({ ...schedule, scheduled_at: scheduledAt });
	showTime(item, time);
	const isOut = isHandedOver(readRecord(response.data));
	const message = `The post is scheduled. It goes out on ${time}.`;
	return { ...toOutput(response), ...(!isOut && { message }) };
}

function showsSchedule(command: ScheduleCommand): PostCommand['showsEffect'] {
	return (post, body) => {
		// For whatever time another run has scheduled it.
		if (body === undefined) return isOnItsWay(post);
		const { scheduled_at } = post;
		const status = readPostStatus(post);
		if (status === 'cancelled') return false;
		// It has gone out before its time.
		if (isHandedOver(post) && isAhead(body.scheduled_at)) return false;
		if (typeof scheduled_at === 'string') {
			const isSame = isSameInstant(scheduled_at, body.scheduled_at);
			// A draft may keep the time of a schedule that was cancelled.
			return isSame && status === 'draft' ? undefined : isSame;
		}
		// A post that has gone out may no longer state its time.
		if (command === 'schedule' && isHandedOver(post)) return true;
		if (scheduled_at === null) return false;
		if (status === 'draft') return false;
		return command === 'schedule' ? status === 'scheduled' : undefined;
	};
}

/** Time zones are easily mistaken, so the output says when the post goes out. */
function showTime({ functions, index }: Item, time: string): void {
	const hasOthers = functions.getInputData().length > 1;
	functions.addExecutionHints?.({
		message: `${hasOthers ? `Item ${index + 1} goes` : 'Goes'} out on ${time}`,
		location: 'outputPane',
	});
}

/** Whether a post has been scheduled, for whatever time. */
function isOnItsWay(post: IDataObject): boolean {
	return readPostStatus(post) === 'scheduled' || isHandedOver(post) === true;
}

/** Whether a time has certainly not come yet, whatever the difference between the clocks of n8n and the service. */
function isAhead(time: unknown): boolean {
	return typeof time === 'string' && Date.parse(time) > clock.now() + CLOCK_TOLERANCE_MS;
}

/** Services may store a time without its milliseconds. */
function isSameInstant(actual: string, requested: unknown): boolean {
	if (typeof requested !== 'string') return false;
	return Math.abs(Date.parse(actual) - Date.parse(requested)) < 1_000;
}
