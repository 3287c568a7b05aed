import type { INodeProperties } from 'n8n-workflow';

import { readLifecycleStatus } from '../../../api/postLifecycle';
import { type Item, type Output, addHint } from '../../../properties/item';
import type { ServiceResponse } from '../../../transport/types';
import { toOutput } from '../../recordOperations';

export const WHAT_TO_DO = 'What to Do';

export const whatToDoProperty: INodeProperties = {
	displayName: WHAT_TO_DO,
	name: 'afterCreate',
	type: 'options',
	options: [
		{
			name: 'Save as Draft',
			value: 'draft',
			description: 'The post waits in the service; nobody sees it yet',
		},
		{ name: 'Publish Now', value: 'publish', description: 'The post goes out immediately' },
		{ name: 'Schedule', value: 'schedule', description: 'The post goes out later' },
	],
	default: 'draft',
	description: 'Whether the post goes out now, later or not yet',
	builderHint: {
		propertyHint:
			'Keep draft unless the user wants the post to go out: publish and schedule make it public.',
	},
};

const ONLY_SAVED = `The post is a draft. It has not been published. To publish it, set ${WHAT_TO_DO} to Publish Now.`;

/** The output for a draft: somebody who has left the default may take it for a published post. */
export function draftOutput(item: Item, response: ServiceResponse): Output {
	const output = toOutput(response);
	if (readLifecycleStatus(output.json) !== 'draft') return output;
	addHint(item, ONLY_SAVED);
	return { ...output, message: ONLY_SAVED };
}
