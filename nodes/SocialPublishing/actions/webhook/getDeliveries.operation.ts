import { listProperties } from '../../properties/commonFields';
import { readWebhookPath, webhookLocator, workspaceLocator } from '../../properties/locators';
import type { Operation } from '../operation';
import { listRecords } from '../recordOperations';

export const getDeliveries: Operation = {
	option: {
		name: 'Get Deliveries',
		value: 'getDeliveries',
		action: 'Get webhook deliveries',
		description: 'List the deliveries of a webhook with their results',
	},
	properties: [workspaceLocator, webhookLocator, ...listProperties],

	async execute(item) {
		return await listRecords(item, 'list the deliveries', `${readWebhookPath(item)}/deliveries`);
	},
};
