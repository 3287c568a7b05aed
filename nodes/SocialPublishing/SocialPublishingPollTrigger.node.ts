import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';

import { socialPublishingApiTest } from './methods/credentialTest';
import { searchWorkspaces, getAccounts } from './methods/pickers';
import { eventsSubtitle, triggerFields } from './properties/events';
import { poll } from './trigger/poll/poll';
import { execute } from './trigger/poll/execute';

export class SocialPublishingPollTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publishing Poll Trigger',
		name: 'socialPublishingPollTrigger',
		icon: {
			light: 'file:../../icons/socialPublishing.svg',
			dark: 'file:../../icons/socialPublishing.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when a post, file or account changes. Works even if n8n has no public address.',
		eventTriggerDescription: '',
		activationMessage: 'The node now polls for the chosen events at the times you have set.',
		defaults: { name: 'Social Publishing Poll Trigger' },
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'socialPublishingApi', required: true, testedBy: 'socialPublishingApiTest' },
		],
		properties: triggerFields(
			'n8n checks the service for changes at the poll times you set. If n8n has a public address, use the Social Publishing Trigger, which receives events immediately.',
			'The events that start the workflow. Each event starts an execution of its own. Publishing often starts and ends unnoticed, between two polls.',
			[
				{
					displayName: 'Watch Posts For Days',
					name: 'watchPostsForDays',
					type: 'number',
					typeOptions: { minValue: 1 },
					default: 30,
					description:
						'How many days to watch a finished post or file, counted from its latest date. Posts and files that are unfinished or have no date are always watched.',
				},
			],
		),
	};

	methods = {
		credentialTest: { socialPublishingApiTest },
		listSearch: { searchWorkspaces },
		loadOptions: { getAccounts },
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await execute(this);
	}
}
