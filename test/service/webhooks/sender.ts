import { setMaxListeners } from 'node:events';
import axios from 'axios';

import { suspension } from '../core/access';
import { ServiceError } from '../core/errors';
import type { EventType } from '../core/events';
import type { ServiceEvent, Webhook, WebhookDelivery } from '../core/webhookRecords';
import type { Service } from '../core/service';
import { signatureHeader } from './signature';
import { requirePublicTarget } from './target';

const MINUTE_MS = 60_000;
/** How much of a response is kept. */
const RESPONSE_TEXT_LENGTH = 200;

/** Delays after failed attempts; after the last one, the event is sent again only by a replay. */
export const RETRY_DELAYS_MS = [1, 5, 30, 120, 720].map((minutes) => minutes * MINUTE_MS);

/** The request body of an event, as it is sent and signed. */
export function eventBody(event: ServiceEvent): string {
	const { id, type, workspaceId, data } = event;
	const created_at = new Date(event.createdAtMs).toISOString();
	return JSON.stringify({ id, type, workspace_id: workspaceId, created_at, data });
}

/** Creates events and delivers them to the webhooks subscribed to them. */
export class WebhookSender {
	readonly events: ServiceEvent[] = [];
	private readonly abort = new AbortController();

	constructor(private readonly service: Omit<Service, 'webhooks'>) {
		// Every delivery in progress listens to this signal.
		setMaxListeners(0, this.abort.signal);
	}

	/** Records an event and queues it for every subscribed webhook. */
	emit(workspaceId: string, type: EventType, data: Record<string, unknown>): ServiceEvent {
		const { clock, state } = this.service;
		const id = state.newId('event');
		const event = { id, type, workspaceId, createdAtMs: clock.now(), data };
		this.events.push(event);
		for (const webhook of state.webhooks.values()) {
			const { enabled, events } = webhook;
			if (webhook.workspaceId === workspaceId && enabled && events.includes(type)) {
				this.queue(webhook, event, 1, clock.now());
			}
		}
		return event;
	}

	/** Immediately sends the event of a failed delivery again, as a new delivery. */
	replay(webhook: Webhook, failed: WebhookDelivery): WebhookDelivery {
		const delivery = this.record(webhook, failed.event, failed.attempt + 1);
		this.service.clock.schedule(this.service.clock.now(), async () => {
			await this.attempt(webhook, delivery, false);
		});
		return delivery;
	}

	/** Aborts all deliveries in progress. */
	stop(): void {
		this.abort.abort();
	}

	private queue(webhook: Webhook, event: ServiceEvent, attempt: number, atMs: number): void {
		this.service.clock.schedule(atMs, async () => {
			const exists = this.service.state.webhooks.has(webhook.id);
			if (!exists || !webhook.enabled) return;
			await this.attempt(webhook, this.record(webhook, event, attempt), true);
		});
	}

	private record(webhook: Webhook, event: ServiceEvent, attempt: number): WebhookDelivery {
		const { clock, state } = this.service;
		const delivery: WebhookDelivery = {
			id: state.newId('delivery'),
			sequence: state.nextSequence(),
			webhookId: webhook.id,
			event,
			attempt,
			status: 'pending',
			responseStatus: null,
			responseText: null,
			error: null,
			attemptedAtMs: clock.now(),
			nextAttemptAtMs: null,
		};
		state.webhookDeliveries.set(delivery.id, delivery);
		return delivery;
	}

	private async attempt(webhook: Webhook, delivery: WebhookDelivery, retries: boolean) {
		delivery.error = await this.send(webhook, delivery);
		delivery.status = delivery.error === null ? 'succeeded' : 'failed';
		const delayMs = RETRY_DELAYS_MS[delivery.attempt - 1];
		if (delivery.error === null || !retries || delayMs === undefined) return;
		delivery.nextAttemptAtMs = this.service.clock.now() + delayMs;
		this.queue(webhook, delivery.event, delivery.attempt + 1, delivery.nextAttemptAtMs);
	}

	/** Returns null if the receiver accepted the event, and the reason if not. */
	private async send(webhook: Webhook, delivery: WebhookDelivery): Promise<string | null> {
		const { settings, state } = this.service;
		const credential = state.credentials.get(webhook.credentialId);
		const suspended = suspension(this.service, credential, webhook.workspaceId);
		if (suspended) return suspended;
		const body = eventBody(delivery.event);
		const timestampSeconds = Math.floor(settings.signatureTimeMs() / 1000);
		try {
			await requirePublicTarget(webhook.url, settings.allowLoopbackWebhooks);
			const response = await axios.post<string>(webhook.url, Buffer.from(body), {
				headers: {
					'Content-Type': 'application/json',
					'User-Agent': 'social-publishing-service-webhooks',
					'Service-Signature': signatureHeader(webhook.signingSecret, timestampSeconds, body),
				},
				signal: this.abort.signal,
				maxRedirects: 0,
				proxy: false,
				responseType: 'text',
				timeout: settings.webhookTimeoutMs,
				validateStatus: () => true,
			});
			delivery.responseStatus = response.status;
			delivery.responseText = response.data.slice(0, RESPONSE_TEXT_LENGTH);
			if (response.status >= 200 && response.status < 300) return null;
			return response.status >= 300 && response.status < 400
				? 'redirect_refused'
				: 'status_not_2xx';
		} catch (error) {
			if (error instanceof ServiceError) return error.code;
			if (axios.isAxiosError(error)) return error.code ?? 'connection_failed';
			throw error;
		}
	}
}
