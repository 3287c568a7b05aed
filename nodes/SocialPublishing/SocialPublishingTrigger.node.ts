import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { socialPublishingApiTest } from './methods/credentialTest';
import { searchWorkspaces } from './methods/listSearch';
import { eventOptions } from './properties/events';
import { workspaceLocator } from './properties/locators';
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
		// At version 1 n8n evaluates an expression of its own for each request; nothing else differs.
		version: [1, 1.1],
		defaultVersion: 1.1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when something happens to a post, a file or an account',
		eventTriggerDescription: 'Publish a post, or do whatever else causes one of the chosen events',
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
				// Empty, so that n8n asks the result of `webhook` for the answer.
				responseData: '',
				path: 'webhook',
				// The node registers it; there is nothing to copy.
				ndvHideUrl: true,
			},
		],
		properties: [
			workspaceLocator,
			{
				displayName: 'Events',
				name: 'events',
				type: 'multiOptions',
				options: eventOptions,
				default: [],
				required: true,
				description: 'The kinds of events that start the workflow',
			},
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				placeholder: 'Add Option',
				default: {},
				options: [
					{
						displayName: 'Ignore Duplicates',
						name: 'ignoreDuplicates',
						type: 'boolean',
						default: true,
						description:
							'Whether an event that is delivered several times starts the workflow only once',
					},
					{
						displayName: 'Include Resource',
						name: 'includeResource',
						type: 'boolean',
						default: false,
						description:
							'Whether to read the post (with its ETag) or the file of the event, and to add it as <code>resource</code>. If that fails, the event comes without it, with the reason in <code>resourceError</code>.',
					},
					{
						displayName: 'Replay Failed',
						name: 'replayFailed',
						type: 'boolean',
						default: false,
						description:
							'Whether events that failed to arrive while the workflow was off are sent again when it is activated. For this the webhook stays registered at the service while the workflow is off.',
					},
				],
			},
		],
	};

	methods = {
		credentialTest: { socialPublishingApiTest },
		listSearch: { searchWorkspaces },
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
