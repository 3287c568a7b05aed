import {
	readWebhookPath,
	webhookDeliveryLocator,
	webhookLocator,
	workspaceLocator,
} from '../../properties/locators';
import { readId } from '../../properties/parameters';
import { path } from '../../transport/address';
import type { Operation } from '../operation';
import { sendCommand } from '../recordOperations';

export const replayDelivery: Operation = {
	option: {
		name: 'Replay Delivery',
		value: 'replayDelivery',
		action: 'Replay failed webhook delivery',
		description: 'Send the event of a failed delivery again, with the same event ID',
	},
	properties: [workspaceLocator, webhookLocator, webhookDeliveryLocator],

	prepare(item) {
		const deliveryId = readId(item, 'deliveryId', 'Delivery');
		const replayPath = `${readWebhookPath(item)}${path('deliveries', deliveryId, 'replay')}`;
		return async () =>
			await sendCommand(item, {
				purpose: 'replay the delivery',
				method: 'POST',
				path: replayPath,
				json: {},
				safety: 'unrepeatable',
			});
	},
};
