import { readWebhookPath, webhookLocator, workspaceLocator } from '../../properties/locators';
import { readId } from '../../properties/parameters';
import { path } from '../../transport/address';
import { call } from '../../transport/call';
import type { Operation } from '../operation';
import { toOutput } from '../recordOutput';

/** Sends an event of a webhook once more, under its old id. */
export const replayDelivery: Operation = {
	option: {
		name: 'Replay Delivery',
		value: 'replayDelivery',
		action: 'Replay a failed delivery',
		description: 'Send the event of a failed delivery once more, with the same event ID',
	},
	runsInParallel: false,
	properties: [
		workspaceLocator,
		webhookLocator,
		{
			displayName: 'Delivery ID',
			name: 'deliveryId',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. {{ $json.delivery_id }}',
			description: 'The delivery to send again, as Get Deliveries returned it',
		},
	],

	async execute(item) {
		const deliveryId = readId(item, 'deliveryId', 'Delivery ID');
		return toOutput(
			await call(item.connection, {
				purpose: 'replay the delivery',
				method: 'POST',
				path: `${readWebhookPath(item)}${path('deliveries', deliveryId, 'replay')}`,
				json: {},
				safety: 'once',
			}),
		);
	},
};
