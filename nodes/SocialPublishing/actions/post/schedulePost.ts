import { showsSchedule, type SchedulingCommand } from '../../api/postEffects';
import type { Item, Output } from '../../properties/item';
import { checkLeadTime, describeSchedule, type Schedule } from '../../properties/schedule';
import { readRecord } from '../../shared/json';
import { sendPostCommand, type PostTarget } from '../../commands/postCommand';
import { toOutput } from '../recordOutput';
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
