import { readWebhookPath, webhookLocator, workspaceLocator } from '../../properties/locators';
import { readCollection } from '../../properties/parameters';
import { toWebhookChange, webhookUpdateFields } from '../../properties/webhook';
import { InputFailure } from '../../shared/failure';
import type { Operation } from '../operation';
import { sendCommand } from '../recordOperations';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update webhook',
		description: 'Change the address or the events of a webhook, or disable it',
	},
	properties: [workspaceLocator, webhookLocator, webhookUpdateFields],

	prepare(item) {
		const json = toWebhookChange(readCollection(item, 'updateFields'));
		if (Object.keys(json).length === 0) {
			throw new InputFailure(
				'There is nothing to change',
				"Add at least one of the 'Update Fields'.",
			);
		}
		const path = readWebhookPath(item);
		return async () =>
			await sendCommand(item, {
				purpose: 'update the webhook',
				method: 'PATCH',
				path,
				json,
				safety: 'idempotent',
			});
	},
};
