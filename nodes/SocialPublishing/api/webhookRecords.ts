import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord, isRecord, textOf } from '../shared/json';
import { readErrorText } from './records';

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

const FAILURE_PATTERN = /fail|error|exhaust|undeliver|gave.?up|given.?up|dead|reject|refus/i;
const SUCCESS_PATTERN = /^(succe|delivered|ok\b|complete|done|sent|accept|acknowledg|receiv)/i;
const PENDING_PATTERN =
	/^(pend|queue|sched|wait|retry|in.?progress|sending|running|process|new|creat)/i;
const HTTP_STATUS = /(?<!\d)[1-5]\d\d(?!\d)/;

/**
 * Undefined as well for an attempt that is still under way. A word that is unknown counts as a failure: a replay
 * that was not needed is refused, or brings a copy that is dropped; one that is left out loses an event.
 */
function readDeliveryFailure(delivery: IDataObject): boolean | undefined {
	for (const verdict of [delivery.success, delivery.succeeded, delivery.delivered, delivery.ok]) {
		if (typeof verdict === 'boolean') return !verdict;
	}
	if (typeof delivery.failed === 'boolean') return delivery.failed;
	const { status, result, outcome, state } = delivery;
	for (const nested of [result, outcome, delivery.response].filter(isRecord)) {
		const verdict = readDeliveryFailure(nested);
		if (verdict !== undefined) return verdict;
	}
	const told = firstText(status, result, outcome, state);
	if (told !== undefined && FAILURE_PATTERN.test(told)) return true;
	if (told !== undefined && PENDING_PATTERN.test(told)) return undefined;
	const { response_status, response_code, status_code, http_status } = delivery;
	const answer = firstText(response_status, response_code, status_code, http_status, told) ?? '';
	const httpStatus = HTTP_STATUS.exec(answer)?.[0];
	if (httpStatus !== undefined) return !httpStatus.startsWith('2');
	const isTold =
		answer !== '' || firstText(readErrorText(delivery), delivery.failed_at) !== undefined;
	return isTold ? !SUCCESS_PATTERN.test(answer) : undefined;
}

/** Words for a webhook that is off, and for one that is on. */
const OPPOSITES: Record<string, string> = {
	disabled: 'enabled',
	inactive: 'active',
	paused: 'active',
	suspended: 'active',
};

/** The change that turns a disabled webhook on again; undefined where the record does not say that it is off. */
export function readEnablingChange(webhook: IDataObject): IDataObject | undefined {
	for (const name of ['enabled', 'active', 'is_active', 'is_enabled']) {
		if (webhook[name] === false) return { [name]: true };
	}
	for (const name of ['disabled', 'is_disabled', 'paused']) {
		if (webhook[name] === true) return { [name]: false };
	}
	for (const name of ['status', 'state']) {
		const opposite = OPPOSITES[textOf(webhook[name])?.toLowerCase() ?? ''];
		if (opposite !== undefined) return { [name]: opposite };
	}
	for (const name of ['disabled_at', 'paused_at']) {
		if (firstText(webhook[name]) !== undefined) return { [name]: null };
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
	const [group] = type.split('.');
	const kind = group === 'delivery' ? 'post' : group;
	if (kind !== 'post' && kind !== 'media') return undefined;
	const record = readRecord(data);
	const id = firstText(
		...idsIn(record, kind),
		...(group === kind ? [record.id, record.resource_id, readRecord(record.resource).id] : []),
		...['delivery', 'destination', 'ids', 'resource_ids'].flatMap((name) =>
			idsIn(readRecord(record[name]), kind),
		),
	);
	return id === undefined ? undefined : { resource: kind === 'post' ? 'posts' : kind, id };
}

/** What may be the id of a post or of a media item, of whichever record it is told. */
function idsIn(record: IDataObject, kind: 'post' | 'media'): unknown[] {
	const resource = readRecord(record.resource);
	return [
		record[`${kind}_id`],
		record[`${kind}Id`],
		record[kind],
		readRecord(record[kind]).id,
		record.resource_type === kind ? record.resource_id : undefined,
		resource.type === kind ? resource.id : undefined,
	];
}

export function readSigningSecret(webhook: IDataObject): string | undefined {
	return firstText(webhook.signing_secret, webhook.secret);
}
