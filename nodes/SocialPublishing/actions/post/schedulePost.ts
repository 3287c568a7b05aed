import { isHandedOver, showsSchedule, type SchedulingCommand } from '../../api/postLifecycle';
import { type Item, type Output, addHint } from '../../properties/item';
import { checkLeadTime, describeSchedule, type Schedule } from '../../properties/schedule';
import { readRecord } from '../../shared/json';
import type { CommandResponse } from '../../commands/command';
import { sendPostCommand, type PostTarget } from '../../commands/postCommand';
import { toOutput } from '../recordOperations';
import { namingAccounts, targetsOfPost } from './accountAccess';

/**
 * Sets the time at which a post goes out, for the first time or again.
 *
 * @param onAccepted called as soon as the service has accepted the command
 */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	command: SchedulingCommand,
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
	return outputScheduled(item, response, { ...schedule, scheduled_at: scheduledAt });
}

/** The output of an item whose post is scheduled, with a message that says for when. */
export function outputScheduled(
	item: Item,
	response: Pick<CommandResponse, 'data' | 'etag'>,
	schedule: Schedule,
): Output {
	const time = describeSchedule(schedule);
	// Time zones are easily mistaken, so the output says when the post goes out.
	addHint(item, `Goes out on ${time}`);
	const isOut = isHandedOver(readRecord(response.data));
	const message = `The post is scheduled. It goes out on ${time}.`;
	return { ...toOutput(response), ...(!isOut && { message }) };
}
