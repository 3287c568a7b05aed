import { commandWithoutBody } from './commandWithoutBody';

export const duplicate = commandWithoutBody('duplicate', {
	name: 'Duplicate',
	value: 'duplicate',
	action: 'Duplicate post',
	description: 'Create a new draft with the same content',
});
