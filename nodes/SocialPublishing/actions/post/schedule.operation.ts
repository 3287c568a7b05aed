import type { INodeProperties } from 'n8n-workflow';

import { HANDED_OVER, phase, type SchedulingCommand } from '../../api/phase';
import { readScheduledMs } from '../../api/readings/times';
import type { CommandResponse } from '../../commands/command';
import { wasSent } from '../../commands/sentCommands';
import { toOutput } from '../recordOperations';
import { postCommandIdentity, sendPostCommand, type PostTarget } from '../../commands/postCommand';
import { optionsCollection, referral, revisionOption } from '../../properties/commonFields';
import { idempotencyOptions, readPostTarget } from '../../properties/idempotency';
import { addHint, type Item, type Output } from '../../properties/item';
import { postLocator, workspaceLocator } from '../../properties/locators';
import {
	checkLeadTime,
	describeSchedule,
	readSchedule,
	scheduleProperties,
	type Schedule,
} from '../../properties/schedule';
import { readRecord } from '../../shared/json';
import type { Operation } from '../operation';
import { namingAccounts, targetsOfPost } from './refusals';

export const scheduleOperation = scheduleCommand(
	'schedule',
	{
		name: 'Schedule',
		value: 'schedule',
		action: 'Schedule existing draft',
		description: 'Set the time at which a draft goes out',
	},
	[
		referral(
			'This schedules a post that already exists. For a new post, choose the operation Create.',
		),
	],
);

/**
 * A command that sets the time at which a post goes out.
 *
 * @param notices shown above its fields
 */
export function scheduleCommand(
	name: 'schedule' | 'reschedule',
	option: Operation['option'],
	notices: INodeProperties[] = [],
): Operation {
	return {
		option,
		properties: [
			...notices,
			workspaceLocator,
			postLocator,
			...scheduleProperties,
			optionsCollection([...idempotencyOptions, revisionOption]),
		],

		prepare(item) {
			const target = readPostTarget(item);
			const schedule = readSchedule(item);
			const identity = postCommandIdentity(target, name, {});
			const command = { idempotency: target.idempotency, identity };
			// Without a workflow, an earlier call may have scheduled it, as the post shows.
			const mayBeDone = target.idempotency.scope.hasNoWorkflow === true;
			if (!mayBeDone && !wasSent(item.connection, command)) checkLeadTime(schedule);
			return async () => await schedulePost(item, target, schedule, { command: name });
		},
	};
}

/**
 * Sets the time at which a post goes out, for the first time or again.
 *
 * @param onAccepted called as soon as the service has accepted the command
 */
export async function schedulePost(
	item: Item,
	target: PostTarget,
	schedule: Schedule,
	{ command, onAccepted }: { command: SchedulingCommand; onAccepted?: () => Promise<void> },
): Promise<Output> {
	const response = await sendSchedule(item, target, schedule, command).catch(
		namingAccounts(item, `${command} the post`, targetsOfPost(item, target.postPath)),
	);
	await onAccepted?.();
	// A resumed command may have been sent with another time, such as one made from `$now`.
	const knownMs = readScheduledMs(readRecord(response.data));
	if (knownMs === undefined && response.isResumed) return toOutput(response);
	const known = knownMs === undefined ? {} : { scheduled_at: new Date(knownMs).toISOString() };
	return outputScheduled(item, response, { ...schedule, ...known });
}

/** Sends the command, unless it is too late for its time. */
export async function sendSchedule(
	{ connection, progress }: Item,
	target: PostTarget,
	schedule: Schedule,
	command: SchedulingCommand,
): Promise<CommandResponse> {
	return await sendPostCommand(connection, target, {
		name: command,
		content: { ...schedule },
		isEdited: progress.isEdited,
		makeBody: () => {
			checkLeadTime(schedule);
			return { ...schedule };
		},
	});
}

/** The output of an item whose post is scheduled, with a message that states the time. */
export function outputScheduled(
	item: Item,
	response: Pick<CommandResponse, 'data' | 'etag'>,
	schedule: Schedule,
): Output {
	const time = describeSchedule(schedule);
	// Time zones are easily mistaken, so the output states when the post is published.
	addHint(item, `Goes out on ${time}`);
	const isOut = HANDED_OVER.has(phase(readRecord(response.data)));
	const message = `The post is scheduled. It goes out on ${time}.`;
	return { ...toOutput(response), ...(!isOut && { message }) };
}
