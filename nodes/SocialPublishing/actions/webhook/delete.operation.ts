import { executionScope } from '../../properties/idempotency';
import { readWebhookPath, webhookLocator, workspaceLocator } from '../../properties/locators';
import { deleteRecord } from '../../transport/deletion';
import type { Operation } from '../operation';
import { readId } from '../parameters';

/** Deletes a webhook with the record of its deliveries. */
export const deleteWebhook: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a webhook',
		description: 'Delete a webhook with the record of its deliveries',
	},
	overlaps: false,
	properties: [workspaceLocator, webhookLocator],

	async execute(item) {
		await deleteRecord(
			item.connection,
			'delete the webhook',
			readWebhookPath(item),
			executionScope(item),
		);
		return { json: { deleted: true, id: readId(item, 'webhookId', 'Webhook') } };
	},
};
