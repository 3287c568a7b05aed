import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord, isRecord, textOf } from '../shared/json';
import { readErrorText } from './records';

/** A delivery of an event to a webhook: one attempt, or all attempts of a delivery taken together. */
export interface WebhookDelivery {
	id: string;
	eventId: string | undefined;
	/** Undefined where the record does not say. */
	hasFailed: boolean | undefined;
	/** Milliseconds since 1970; 0 where the record does not say. */
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
 * Also undefined for an attempt that is still under way. An unknown status counts as a failure: a replay that was not
 * needed is refused, or brings a duplicate that is dropped, but a missing replay loses an event.
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
	const verdictText = firstText(status, result, outcome, state);
	if (verdictText !== undefined && FAILURE_PATTERN.test(verdictText)) return true;
	if (verdictText !== undefined && PENDING_PATTERN.test(verdictText)) return undefined;
	const { response_status, response_code, status_code, http_status } = delivery;
	const responseText =
		firstText(response_status, response_code, status_code, http_status, verdictText) ?? '';
	const httpStatus = HTTP_STATUS.exec(responseText)?.[0];
	if (httpStatus !== undefined) return !httpStatus.startsWith('2');
	const hasResult =
		responseText !== '' || firstText(readErrorText(delivery), delivery.failed_at) !== undefined;
	return hasResult ? !SUCCESS_PATTERN.test(responseText) : undefined;
}

/** Statuses of a disabled webhook, each with that of an enabled one. */
const OPPOSITES: Record<string, string> = {
	disabled: 'enabled',
	inactive: 'active',
	paused: 'active',
	suspended: 'active',
};

/** The change that enables a disabled webhook again; undefined where the record does not say that it is disabled. */
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

/** The event types that a webhook subscribes to. */
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

/** The values in a record that may be the id of a post or of a media item. */
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
