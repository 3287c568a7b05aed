import { scheduleCommand } from './scheduleCommand';

export const schedule = scheduleCommand('schedule', {
	name: 'Schedule',
	value: 'schedule',
	action: 'Schedule post',
	description: 'Set the time at which a draft goes out',
});
