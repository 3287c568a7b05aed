import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord } from './readings';

/** The readings of what the service's description leaves open about webhooks, their deliveries and events. */

/** A delivery of an event to a webhook: one attempt, or all attempts of a delivery taken together. */
export interface WebhookDelivery {
	id: string;
	eventId: string | undefined;
	/** Undefined where the record does not tell. */
	hasFailed: boolean | undefined;
	/** Milliseconds since 1970; 0 where the record does not tell. */
	attemptedAtMs: number;
}

export function readWebhookDelivery(record: IDataObject): WebhookDelivery | undefined {
	const id = firstText(record.delivery_id, record.id);
	if (id === undefined) return undefined;
	const attemptedAt = firstText(record.attempted_at, record.delivered_at, record.created_at) ?? '';
	return {
		id,
		eventId: firstText(record.event_id, readRecord(record.event).id),
		hasFailed: readDeliveryFailure(record),
		attemptedAtMs: Date.parse(attemptedAt) || 0,
	};
}

const FAILED_DELIVERY = /fail|error|exhaust|undeliver|gave.?up|given.?up|dead|reject|refus/i;
const ARRIVED_DELIVERY = /^(succe|delivered|ok$|complete|done$)/i;

/** Undefined as well for an attempt that is still under way. */
function readDeliveryFailure(delivery: IDataObject): boolean | undefined {
	for (const verdict of [delivery.success, delivery.succeeded, delivery.delivered, delivery.ok]) {
		if (typeof verdict === 'boolean') return !verdict;
	}
	const state = firstText(delivery.status, delivery.result, delivery.outcome, delivery.state) ?? '';
	if (FAILED_DELIVERY.test(state)) return true;
	if (ARRIVED_DELIVERY.test(state)) return false;
	const httpStatus = firstText(delivery.response_status, delivery.status_code, delivery.status);
	if (httpStatus === undefined || !/^\d{3}$/.test(httpStatus)) return undefined;
	return !httpStatus.startsWith('2');
}

/** The change that turns a disabled webhook on again; undefined where the record does not say that it is off. */
export function readEnablingChange(webhook: IDataObject): IDataObject | undefined {
	for (const name of ['enabled', 'active', 'is_active', 'is_enabled']) {
		if (webhook[name] === false) return { [name]: true };
	}
	for (const name of ['disabled', 'is_disabled', 'paused']) {
		if (webhook[name] === true) return { [name]: false };
	}
	return undefined;
}

/** The kinds of events that a webhook subscribes to. */
export function readWebhookEvents(webhook: IDataObject): string[] {
	const events = webhook.events ?? webhook.event_types;
	return Array.isArray(events) ? events.filter((kind) => typeof kind === 'string') : [];
}

/** The post or media item that an event is about. */
export interface EventSubject {
	resource: 'posts' | 'media';
	id: string;
}

export function readEventSubject(type: string, data: unknown): EventSubject | undefined {
	const record = readRecord(data);
	const [group] = type.split('.');
	const own = (wanted: string) => (group === wanted ? record.id : undefined);
	if (group === 'post' || group === 'delivery') {
		const id = firstText(record.post_id, record.postId, readRecord(record.post).id, own('post'));
		return id === undefined ? undefined : { resource: 'posts', id };
	}
	if (group === 'media') {
		const id = firstText(
			record.media_id,
			record.mediaId,
			readRecord(record.media).id,
			own('media'),
		);
		return id === undefined ? undefined : { resource: 'media', id };
	}
	return undefined;
}
