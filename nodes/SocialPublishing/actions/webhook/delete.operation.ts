import { readWebhookPath, webhookLocator } from '../../properties/locators';
import { deleteRecordOperation } from '../recordOperations';

export const deleteOperation = deleteRecordOperation({
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete webhook',
		description: 'Delete a webhook and the records of its deliveries',
	},
	recordName: 'webhook',
	locator: webhookLocator,
	readPath: readWebhookPath,
});
