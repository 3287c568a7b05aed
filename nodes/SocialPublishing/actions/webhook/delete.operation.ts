import { deleteRecord } from '../../api/deletion';
import { executionScope } from '../../properties/item';
import { readWebhookPath, webhookLocator, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import type { Operation } from '../operation';

/** Deletes a webhook and the records of its deliveries. */
export const deleteOperation: Operation = {
	option: {
		name: 'Delete',
		value: 'delete',
		action: 'Delete a webhook',
		description: 'Delete a webhook and the records of its deliveries',
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
