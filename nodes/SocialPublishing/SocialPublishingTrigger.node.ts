import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { socialPublishingApiTest } from './methods/credentialTest';
import { searchWorkspaces, getAccounts } from './methods/pickers';
import { eventsSubtitle, triggerFields } from './properties/events';
import { receive } from './trigger/delivery/receive';
import { isRegistered, register, unregister } from './trigger/registration/webhookMethods';

export class SocialPublishingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Social Publishing Trigger',
		name: 'socialPublishingTrigger',
		icon: {
			light: 'file:../../icons/socialPublishing.svg',
			dark: 'file:../../icons/socialPublishing.dark.svg',
		},
		group: ['trigger'],
		// n8n-workaround(2.39.10, n8n/dist/webhooks/webhook-helpers.js): for nodes of version 1, n8n evaluates an
		// expression of its own with every request. The node itself is the same in both versions.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: eventsSubtitle,
		description:
			'Starts the workflow when a post is published, fails or needs attention. The service sends the events to n8n.',
		eventTriggerDescription:
			'Cause one of the chosen events in the service, for example by publishing a post',
		activationMessage: 'The service now sends the chosen events to this workflow.',
		defaults: { name: 'Social Publishing Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'socialPublishingApi', required: true, testedBy: 'socialPublishingApiTest' },
		],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				// Empty, so that n8n responds with what `webhook` returns.
				// n8n-workaround(2.39.10, n8n/dist/webhooks/webhook-helpers.js): if this is missing, n8n responds with the
				// text "firstEntryJson".
				responseData: '',
				path: 'webhook',
				// The node registers the address itself; the user does not need to copy it.
				ndvHideUrl: true,
			},
		],
		properties: triggerFields(
			'The service sends the events to n8n, so n8n needs a public address. Without one, use the Social Publishing Poll Trigger.',
			'The events that start the workflow',
			[
				{
					displayName: 'Ignore Duplicates',
					name: 'ignoreDuplicates',
					type: 'boolean',
					default: true,
					description:
						'Whether an event that is delivered more than once starts the workflow only once',
				},
				{
					displayName: 'Replay Failed',
					name: 'replayFailed',
					type: 'boolean',
					default: false,
					description:
						'Whether to replay events that could not be delivered while the workflow was inactive, once it is activated again. The webhook then stays registered while the workflow is inactive.',
				},
			],
		),
	};

	methods = {
		credentialTest: { socialPublishingApiTest },
		listSearch: { searchWorkspaces },
		loadOptions: { getAccounts },
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive(this);
	}
}
