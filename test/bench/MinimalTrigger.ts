import {
	NodeConnectionTypes,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

/**
 * A trigger that only passes on the request body, the least that a community trigger can do. Its cost is n8n's share of
 * the cost of every such trigger.
 */
export class MinimalTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Minimal Trigger',
		name: 'minimalTrigger',
		group: ['trigger'],
		version: 2,
		description: 'Starts the workflow',
		defaults: { name: 'Minimal Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' },
		],
		properties: [],
	};

	webhookMethods = {
		default: {
			checkExists: async () => true,
			create: async () => true,
			delete: async () => true,
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}
