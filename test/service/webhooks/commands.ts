import { randomBytes } from 'node:crypto';

import { conflict, notFound } from '../core/errors';
import type { EventType } from '../core/events';
import { deleted, type Context, type Result } from '../core/operation';
import { page } from '../core/pages';
import type { Webhook, WebhookDelivery } from '../core/webhookRecords';
import type { Service } from '../core/service';
import { requirePublicTarget } from './target';

function presentWebhook({ dialect, clock }: Service, webhook: Webhook) {
	return {
		id: webhook.id,
		workspace_id: webhook.workspaceId,
		url: webhook.url,
		events: webhook.events,
		[dialect.webhookEnabledField]: webhook.enabled,
		created_at: clock.iso(webhook.createdAtMs),
	};
}

/** The result of one attempt, without content or credentials. */
function presentDelivery({ clock }: Service, delivery: WebhookDelivery) {
	const { nextAttemptAtMs } = delivery;
	return {
		delivery_id: delivery.id,
		webhook_id: delivery.webhookId,
		event_id: delivery.event.id,
		event_type: delivery.event.type,
		attempt: delivery.attempt,
		status: delivery.status,
		response_status: delivery.responseStatus,
		error: delivery.error,
		attempted_at: clock.iso(delivery.attemptedAtMs),
		next_attempt_at: nextAttemptAtMs === null ? null : clock.iso(nextAttemptAtMs),
	};
}

interface Page {
	cursor?: string | undefined;
	limit: number;
}

/** Lists only the webhooks of the calling credential. */
export function listWebhooks(context: Context<Page>): Result {
	const { service, workspaceId, credential, input } = context;
	const own = [...service.state.webhooks.values()].filter(
		(webhook) => webhook.workspaceId === workspaceId && webhook.credentialId === credential.id,
	);
	const scope = ['webhooks', workspaceId, credential.id];
	const present = (webhook: Webhook) => presentWebhook(service, webhook);
	return {
		data: page(own, input, { order: 'oldestFirst', scope, present, dialect: service.dialect }),
	};
}

/** Only this response contains the signing secret. */
export async function createWebhook(
	context: Context<{ url: string; events: EventType[] }>,
): Promise<Result> {
	const { service, workspaceId, credential, input } = context;
	const { clock, dialect, settings, state } = service;
	await requirePublicTarget(input.url, settings.allowLoopbackWebhooks);
	const webhook: Webhook = {
		id: state.newId('webhook'),
		sequence: state.nextSequence(),
		workspaceId,
		credentialId: credential.id,
		url: input.url,
		events: [...new Set(input.events)],
		enabled: true,
		signingSecret: `whsec_${randomBytes(24).toString('base64')}`,
		createdAtMs: clock.now(),
	};
	state.webhooks.set(webhook.id, webhook);
	const data = { ...presentWebhook(service, webhook), signing_secret: webhook.signingSecret };
	return { data, status: dialect.createdStatus };
}

interface Changes {
	id: string;
	url?: string | undefined;
	events?: EventType[] | undefined;
	/** The dialect uses one of the two. */
	enabled?: boolean | undefined;
	active?: boolean | undefined;
}

export async function editWebhook(context: Context<Changes>): Promise<Result> {
	const { service, workspaceId, credential, input } = context;
	const webhook = service.state.webhook(workspaceId, credential.id, input.id);
	if (input.url !== undefined) {
		await requirePublicTarget(input.url, service.settings.allowLoopbackWebhooks);
		webhook.url = input.url;
	}
	if (input.events) webhook.events = [...new Set(input.events)];
	webhook.enabled = input.enabled ?? input.active ?? webhook.enabled;
	return { data: presentWebhook(service, webhook) };
}

/** Deletes the delivery records as well. */
export function deleteWebhook(context: Context<{ id: string }>): Result {
	const { service, workspaceId, credential, input } = context;
	const { id } = service.state.webhook(workspaceId, credential.id, input.id);
	service.state.webhooks.delete(id);
	for (const delivery of service.state.webhookDeliveries.values()) {
		if (delivery.webhookId === id) service.state.webhookDeliveries.delete(delivery.id);
	}
	return deleted(service, id);
}

export function listDeliveries(context: Context<{ id: string } & Page>): Result {
	const { service, workspaceId, credential, input } = context;
	const { id } = service.state.webhook(workspaceId, credential.id, input.id);
	const deliveries = [...service.state.webhookDeliveries.values()].filter(
		({ webhookId }) => webhookId === id,
	);
	const present = (delivery: WebhookDelivery) => presentDelivery(service, delivery);
	const scope = ['deliveries', id];
	return {
		data: page(deliveries, input, {
			order: 'newestFirst',
			scope,
			present,
			dialect: service.dialect,
		}),
	};
}

export function replayDelivery(context: Context<{ id: string; delivery_id: string }>): Result {
	const { service, workspaceId, credential, input } = context;
	const webhook = service.state.webhook(workspaceId, credential.id, input.id);
	const delivery = service.state.webhookDeliveries.get(input.delivery_id);
	if (delivery?.webhookId !== webhook.id) throw notFound('delivery');
	if (delivery.status !== 'failed') {
		throw conflict('delivery_not_failed', 'Only a failed delivery can be replayed.');
	}
	const again = service.webhooks.replay(webhook, delivery);
	return { data: presentDelivery(service, again), status: 202 };
}
