import { z } from 'zod/v4';

import { eventTypes } from '../core/events';
import { operation } from '../core/operation';
import { pageInput } from '../core/pages';
import type { Dialect } from '../dialect';
import * as webhooks from '../webhooks/commands';
import { recordId } from './fields';

const list = '/workspaces/:workspace_id/webhooks';
const webhook = `${list}/:id`;
const id = recordId('webhook');
const url = z.string().describe('Public HTTPS address');
const events = z.array(z.enum(eventTypes)).min(1);

const changes = { id, url: url.optional(), events: events.optional() };
const edit = {
	name: 'edit_webhook',
	description: 'Change the address or events of a webhook, or turn it off and on.',
	method: 'PATCH',
	route: webhook,
	command: webhooks.editWebhook,
} as const;

/** The dialect decides the name of the field that disables a webhook. */
export function webhookOperations({ webhookEnabledField }: Dialect) {
	return [
		operation({
			name: 'list_webhooks',
			description: 'List the webhooks of this credential.',
			method: 'GET',
			route: list,
			input: pageInput,
			command: webhooks.listWebhooks,
		}),
		operation({
			name: 'create_webhook',
			description: 'Create a signed webhook. The signing secret is returned once.',
			method: 'POST',
			route: list,
			input: { url, events },
			command: webhooks.createWebhook,
		}),
		webhookEnabledField === 'enabled'
			? operation({ ...edit, input: { ...changes, enabled: z.boolean().optional() } })
			: operation({ ...edit, input: { ...changes, active: z.boolean().optional() } }),
		operation({
			name: 'delete_webhook',
			description: 'Delete a webhook and its delivery records.',
			method: 'DELETE',
			route: webhook,
			input: { id },
			command: webhooks.deleteWebhook,
		}),
		operation({
			name: 'list_webhook_deliveries',
			description: 'List the results of delivery attempts.',
			method: 'GET',
			route: `${webhook}/deliveries`,
			input: { id, ...pageInput },
			command: webhooks.listDeliveries,
		}),
		operation({
			name: 'replay_webhook_delivery',
			description: 'Send the event of a failed delivery again, with the same event id.',
			method: 'POST',
			route: `${webhook}/deliveries/:delivery_id/replay`,
			bodyOptional: true,
			input: { id, delivery_id: recordId('delivery') },
			command: webhooks.replayDelivery,
		}),
	];
}
