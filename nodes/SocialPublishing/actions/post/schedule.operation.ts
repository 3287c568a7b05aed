import { otherOperationNotice } from './otherOperationNotice';
import { scheduleCommand } from './scheduleCommand';

export const schedule = scheduleCommand(
	'schedule',
	{
		name: 'Schedule',
		value: 'schedule',
		action: 'Schedule existing draft',
		description: 'Set the time at which a draft goes out',
	},
	[
		otherOperationNotice(
			'This schedules a post that already exists. For a new post, choose the operation Create.',
		),
	],
);
