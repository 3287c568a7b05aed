import { plainCommand } from './plainCommand';

export const duplicate = plainCommand('duplicate', {
	name: 'Duplicate',
	value: 'duplicate',
	action: 'Duplicate a post',
	description: 'Make a new draft with the same content',
});
