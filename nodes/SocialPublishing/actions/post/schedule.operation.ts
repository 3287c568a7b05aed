import { scheduleCommand } from './scheduleCommand';

export const schedule = scheduleCommand('schedule', {
	name: 'Schedule',
	value: 'schedule',
	action: 'Schedule a post',
	description: 'Give a draft a time to go out',
});
