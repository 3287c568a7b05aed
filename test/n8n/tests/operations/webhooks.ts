import type { IDataObject } from 'n8n-workflow';

import type { NamedStep, StepContext } from './context';

/** A webhook whose receiver is never there, and a delivery that fails. */
export function webhookSteps({ to, keepIdAs, kept, webhook }: StepContext): NamedStep[] {
	return [
		[
			'webhook create',
			{
				parameters: () => ({ url: 'http://127.0.0.1:9/nobody', events: ['post.created'] }),
				expected: () => ({ signing_secret: expect.any(String) }),
				keep: keepIdAs('webhook'),
			},
		],
		['webhook getAll', { parameters: () => ({}), expected: () => ({ id: kept.webhook }) }],
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
					options: { waitForOutcome: true, failOn: 'never' },
				}),
				expected: () => ({ status: 'failed' }),
				keep: ({ records }) => {
					const destinations = records[0]?.destinations as IDataObject[] | undefined;
					kept.destination = String(destinations?.[0]?.id);
				},
			},
		],
		[
			'post retryDelivery',
			{ parameters: () => ({ destinationId: kept.destination }), expected: () => ({}) },
		],
		[
			'webhook getDeliveries',
			{
				parameters: webhook,
				expected: () => ({ event_type: 'post.failed' }),
				keep: ({ records }) => {
					kept.delivery = String(records[0]?.delivery_id);
				},
			},
		],
		[
			'webhook replayDelivery',
			{ parameters: () => ({ ...webhook(), deliveryId: kept.delivery }), expected: () => ({}) },
		],
		[
			'webhook delete',
			{ parameters: webhook, expected: () => ({ deleted: true, id: kept.webhook }) },
		],
	];
}
