import type { IDataObject } from 'n8n-workflow';

import type { NamedStep, StepContext } from './context';

/** A webhook whose receiver does not exist, and a delivery that fails. */
export function webhookSteps({ to, saveIdAs, saved, webhook }: StepContext): NamedStep[] {
	return [
		[
			'webhook create',
			{
				parameters: () => ({ url: 'http://127.0.0.1:9/nobody', events: ['post.created'] }),
				expected: () => ({ signing_secret: expect.any(String) }),
				afterwards: saveIdAs('webhook'),
			},
		],
		['webhook getAll', { parameters: () => ({}), expected: () => ({ id: saved.webhook }) }],
		[
			'webhook update',
			{
				parameters: () => ({ ...webhook(), updateFields: { events: ['post.failed'] } }),
				expected: () => ({ events: ['post.failed'] }),
			},
		],
		[
			'post create: published, on an account that fails',
			{
				parameters: () => ({
					text: 'Nobody will read this',
					...to('Always fails'),
					afterCreate: 'publish',
					options: { failOn: 'never' },
				}),
				expected: () => ({ status: 'failed' }),
				afterwards: ({ records }) => {
					const accounts = records[0]?.accounts as IDataObject[] | undefined;
					saved.destination = String(accounts?.[0]?.destination_id);
				},
			},
		],
		[
			'post retryDelivery',
			{
				parameters: () => ({ destinationId: saved.destination, waitForOutcome: false }),
				expected: () => ({}),
			},
		],
		[
			'webhook getDeliveries',
			{
				parameters: webhook,
				expected: () => ({ event_type: 'post.failed' }),
				afterwards: ({ records }) => {
					saved.delivery = String(records[0]?.delivery_id);
				},
			},
		],
		[
			'webhook replayDelivery',
			{ parameters: () => ({ ...webhook(), deliveryId: saved.delivery }), expected: () => ({}) },
		],
		[
			'webhook delete',
			{ parameters: webhook, expected: () => ({ deleted: true, id: saved.webhook }) },
		],
	];
}
