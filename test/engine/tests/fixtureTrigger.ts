import { NodeConnectionTypes, type IHookFunctions, type INodeType } from 'n8n-workflow';
import { text } from './fixtures';

/** Calls of the life cycle methods, oldest first. Tests empty it. */
export const hookCalls: string[] = [];

function note(context: IHookFunctions, method: string): string {
	const mode = `${context.getMode()}/${context.getActivationMode()}`;
	hookCalls.push(`${method} ${mode}`);
	return String(context.getNodeParameter('behavior'));
}

/** Counts the events it has passed on in static data. */
export const trigger: INodeType = {
	description: {
		displayName: 'Fixture Trigger',
		name: 'fixtureTrigger',
		group: ['trigger'],
		version: 1,
		description: 'For tests of the engine',
		defaults: { name: 'Fixture Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		webhooks: [
			{ name: 'default', httpMethod: 'POST', path: 'webhook', responseMode: 'onReceived' },
		],
		properties: [text('behavior')],
	},
	webhookMethods: {
		default: {
			async checkExists(this: IHookFunctions) {
				note(this, 'checkExists');
				return this.getWorkflowStaticData('node').url !== undefined;
			},
			async create(this: IHookFunctions) {
				const behavior = note(this, 'create');
				this.getWorkflowStaticData('node').url = this.getNodeWebhookUrl('default');
				if (behavior === 'create fails') throw new Error('The service is away');
				return true;
			},
			async delete(this: IHookFunctions) {
				note(this, 'delete');
				delete this.getWorkflowStaticData('node').url;
				return true;
			},
		},
	},
	async webhook() {
		const request = this.getRequestObject();
		const response = this.getResponseObject();
		switch (this.getNodeParameter('behavior')) {
			case 'refuse':
				response.status(401).json({ message: 'Wrong signature' });
				return { noWebhookResponse: true };
			case 'answer':
				return { webhookResponse: 'Seen before' };
			case 'ignore':
				return {};
			case 'fail':
				throw new Error('a mistake in the node');
			case 'slow':
				await new Promise((resolve) => setTimeout(resolve, 30));
		}
		const data = this.getWorkflowStaticData('node');
		data.count = Number(data.count ?? 0) + 1;
		const json = { raw: request.rawBody.toString(), body: this.getBodyData(), count: data.count };
		return { workflowData: [[{ json: { ...json, mode: this.getMode() } }]] };
	},
};
