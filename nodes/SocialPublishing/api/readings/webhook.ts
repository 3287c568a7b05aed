import type { IDataObject } from 'n8n-workflow';

import { firstText, firstTextIn, readRecord, textOf, isRecord, valuesOf } from '../../shared/json';
import { readErrorText, readRecordId } from './record';
import { readAttemptMs } from './times';

/** What the record of a webhook states; undefined if it does not. */
export interface Webhook {
	id: string | undefined;
	url: string | undefined;
	/** The event types that it subscribes to, such as `post.published`. */
	events: string[] | undefined;
	/** The change that enables it again; undefined if the record does not show it as disabled. */
	enabling: IDataObject | undefined;
}

export function readWebhook(data: IDataObject): Webhook {
	const record = unwrapped(data);
	return {
		id: readRecordId(record),
		url: textOf(record.url),
		events: readEvents(record),
		enabling: readEnablingChange(record),
	};
}

/** Statuses of a disabled webhook, each with that of an enabled one. */
const OPPOSITES: Record<string, string> = {
	disabled: 'enabled',
	inactive: 'active',
	paused: 'active',
	suspended: 'active',
};

function readEnablingChange(webhook: IDataObject): IDataObject | undefined {
	// reading(disabled webhook): each of these fields
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

/** Whether a webhook subscribes to exactly these event types, in any order. False if the record does not show it. */
export function hasEvents({ events }: Webhook, types: string[]): boolean {
	const subscribed = new Set(events);
	return subscribed.size === new Set(types).size && types.every((type) => subscribed.has(type));
}

function readEvents(webhook: IDataObject): string[] | undefined {
	// reading(events of a webhook): events, event_types; a list may leave them out
	const listed = webhook.events ?? webhook.event_types;
	const types = Array.isArray(listed) ? listed.filter((type) => typeof type === 'string') : [];
	return types.length === 0 ? undefined : types;
}

/** The ID and the signing secret in the response to the creation of a webhook. */
export function readCreatedWebhook(created: IDataObject): {
	id: string | undefined;
	secret: string | undefined;
} {
	const { id, signing_secret, secret } = unwrapped(created);
	return { id: firstText(id), secret: firstText(signing_secret, secret) };
}

function unwrapped(data: IDataObject): IDataObject {
	// reading(webhook in a response): the record itself, or in webhook, next to signing_secret or secret
	return { ...data, ...readRecord(data.webhook) };
}

/** A delivery of an event to a webhook: one attempt, or all attempts of a delivery taken together. */
export interface WebhookDelivery {
	id: string;
	eventId: string | undefined;
	/** Undefined if missing. An unknown status counts as a failure. */
	hasFailed: boolean | undefined;
	/** Milliseconds since 1970; 0 if unknown. */
	attemptedAtMs: number;
}

export function readWebhookDelivery(record: IDataObject): WebhookDelivery | undefined {
	const { delivery_id, id: ownId, event_id, event } = record;
	const id = firstText(delivery_id, ownId);
	if (id === undefined) return undefined;
	return {
		id,
		eventId: firstText(event_id, readRecord(event).id),
		hasFailed: readDeliveryFailure(record),
		attemptedAtMs: readAttemptMs(record) ?? 0,
	};
}

/** The kind of event that a delivery is about, such as `post.published`. */
export function readDeliveredKind({ event_type, type, event }: IDataObject): string | undefined {
	// reading(event of a webhook delivery): event_id, event.id; event_type, type, event.type, event
	return firstText(event_type, type, readRecord(event).type, event);
}

// reading(result of a webhook delivery): a yes or no, a word or a record, the status of the response
const VERDICT_NAMES = ['success', 'succeeded', 'delivered', 'ok'];
const RESULT_NAMES = ['status', 'result', 'outcome', 'state'];
const RESPONSE_NAMES = ['response_status', 'response_code', 'status_code', 'http_status'];
const FAILURE_PATTERN =
	/fail|error|exhaust|undeliver|gave.?up|given.?up|dead|reject|refus|timed?.?out/i;
const SUCCESS_PATTERN = /^(succe|delivered|ok\b|complete|done|sent|accept|acknowledg|receiv)/i;
const PENDING_PATTERN =
	/^(pend|queue|sched|wait|retry|in.?progress|sending|running|process|new|creat)/i;
const HTTP_STATUS = /(?<!\d)[1-5]\d\d(?!\d)/;

/**
 * Also undefined for an attempt that is still under way. An unknown status counts as a failure: an unnecessary replay is
 * refused or brings a duplicate, which is dropped, but a missing one loses an event.
 */
function readDeliveryFailure(delivery: IDataObject): boolean | undefined {
	for (const verdict of valuesOf(delivery, VERDICT_NAMES)) {
		if (typeof verdict === 'boolean') return !verdict;
	}
	if (typeof delivery.failed === 'boolean') return delivery.failed;
	for (const nested of valuesOf(delivery, ['result', 'outcome', 'response']).filter(isRecord)) {
		const verdict = readDeliveryFailure(nested);
		if (verdict !== undefined) return verdict;
	}
	const verdictText = firstTextIn(delivery, RESULT_NAMES);
	if (verdictText !== undefined && FAILURE_PATTERN.test(verdictText)) return true;
	if (verdictText !== undefined && PENDING_PATTERN.test(verdictText)) return undefined;
	const responseText = firstTextIn(delivery, RESPONSE_NAMES) ?? verdictText ?? '';
	const httpStatus = HTTP_STATUS.exec(responseText)?.[0];
	if (httpStatus !== undefined) return !httpStatus.startsWith('2');
	if (SUCCESS_PATTERN.test(responseText)) return false;
	const failure = firstTextIn(delivery, ['error', 'error_message', 'failed_at']);
	if (isRecord(delivery.error) || failure !== undefined) return true;
	const hasResult = responseText !== '' || readErrorText(delivery) !== undefined;
	return hasResult || undefined;
}
