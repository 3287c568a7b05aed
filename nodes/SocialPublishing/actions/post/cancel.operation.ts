import { plainCommand } from './plainCommand';

export const cancel = plainCommand('cancel', {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a post',
	description: 'Take back the schedule of a post',
});
