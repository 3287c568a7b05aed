import { scheduleCommand } from './scheduleCommand';

export const reschedule = scheduleCommand('reschedule', {
	name: 'Reschedule',
	value: 'reschedule',
	action: 'Reschedule a post',
	description: 'Give a scheduled post another time',
});
