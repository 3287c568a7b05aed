import { commandWithoutBody } from './commandWithoutBody';

export const cancel = commandWithoutBody('cancel', {
	name: 'Cancel',
	value: 'cancel',
	action: 'Cancel a post',
	description: 'Cancel the schedule of a post',
});
