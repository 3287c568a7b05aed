import { commandWithoutBody } from './commandWithoutBody';

export const cancel = commandWithoutBody('cancel', {
	name: 'Cancel Schedule',
	value: 'cancel',
	action: 'Cancel schedule of post',
	description: 'Cancel the schedule of a post, so that it does not go out',
});
