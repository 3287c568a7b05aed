import { scheduleCommand } from './schedule.operation';

export const reschedule = scheduleCommand('reschedule', {
	name: 'Reschedule',
	value: 'reschedule',
	action: 'Reschedule post',
	description: 'Change the time at which a scheduled post goes out',
});
