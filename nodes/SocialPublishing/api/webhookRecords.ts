import type { IDataObject } from 'n8n-workflow';

import { firstText, readRecord, isRecord, textOf } from '../shared/json';
import { readErrorText } from './records';

/** A delivery of an event to a webhook: one attempt, or all attempts of a delivery taken together. */
export interface WebhookDelivery {
	id: string;
	eventId: string | undefined;
	/** Undefined where the record does not say. An unknown status counts as a failure. */
	hasFailed: boolean | undefined;
	/** Whether the record says beyond doubt that the webhook's address did not accept the event. */
	hasFailedAtAddress: boolean;
	/** Milliseconds since 1970; 0 where the record does not say. */
	attemptedAtMs: number;
}

export function readWebhookDelivery(record: IDataObject): WebhookDelivery | undefined {
	const id = firstText(record.delivery_id, record.id);
	if (id === undefined) return undefined;
	return {
		id,
		eventId: firstText(record.event_id, readRecord(record.event).id),
		hasFailed: readDeliveryFailure(record, true),
		hasFailedAtAddress: readDeliveryFailure(record, undefined) === true && !wasHeldBack(record),
		attemptedAtMs: readAttemptTimeMs(record),
	};
}

const TIME_NAMES = ['attempted_at', 'delivered_at', 'failed_at', 'completed_at', 'created_at'];
const OTHER_TIME_NAME = /^(?!next|retry|event).*(_at|time|timestamp)$|^at$/;

/** The description does not name the field, so other times count as well, except those of the next attempt. */
function readAttemptTimeMs(record: IDataObject): number {
	const otherNames = Object.keys(record).filter((name) => OTHER_TIME_NAME.test(name));
	for (const name of [...TIME_NAMES, ...otherNames]) {
		const timeMs = Date.parse(textOf(record[name]) ?? '');
		if (timeMs > 0) return timeMs;
	}
	return 0;
}

const HELD_BACK_PATTERN =
	/block|suspend|revo[ck]|access|add.?on|plan|subscri|entitle|credential|integration|disabled|cancel|skip/i;

/** Whether the service sent nothing, because the credential's access was blocked at the time. */
function wasHeldBack(delivery: IDataObject): boolean {
	const { status, result, outcome, state, reason, code } = delivery;
	const errorTexts = [readErrorText(delivery), readRecord(delivery.error).code, reason, code];
	return [status, result, outcome, state, ...errorTexts].some((text) =>
		HELD_BACK_PATTERN.test(textOf(text) ?? ''),
	);
}

const FAILURE_PATTERN =
	/fail|error|exhaust|undeliver|gave.?up|given.?up|dead|reject|refus|timed?.?out/i;
const SUCCESS_PATTERN = /^(succe|delivered|ok\b|complete|done|sent|accept|acknowledg|receiv)/i;
const PENDING_PATTERN =
	/^(pend|queue|sched|wait|retry|in.?progress|sending|running|process|new|creat)/i;
const HTTP_STATUS = /(?<!\d)[1-5]\d\d(?!\d)/;

/**
 * Also undefined for an attempt that is still under way.
 *
 * @param ofUnknownStatus true for replays: one that was not needed is refused, or brings a duplicate that is dropped,
 * but a missing replay loses an event
 */
function readDeliveryFailure(
	delivery: IDataObject,
	ofUnknownStatus: true | undefined,
): boolean | undefined {
	for (const verdict of [delivery.success, delivery.succeeded, delivery.delivered, delivery.ok]) {
		if (typeof verdict === 'boolean') return !verdict;
	}
	if (typeof delivery.failed === 'boolean') return delivery.failed;
	const { status, result, outcome, state } = delivery;
	for (const nested of [result, outcome, delivery.response].filter(isRecord)) {
		const verdict = readDeliveryFailure(nested, ofUnknownStatus);
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
	if (SUCCESS_PATTERN.test(responseText)) return false;
	const { error, error_message, failed_at } = delivery;
	if (isRecord(error) || firstText(error, error_message, failed_at) !== undefined) return true;
	const hasResult = responseText !== '' || readErrorText(delivery) !== undefined;
	return hasResult ? ofUnknownStatus : undefined;
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

/** Whether a webhook subscribes to exactly these event types, in any order. */
export function hasEvents(webhook: IDataObject, types: string[]): boolean {
	const listed = webhook.events ?? webhook.event_types;
	const events = new Set(Array.isArray(listed) ? listed : []);
	return events.size === new Set(types).size && types.every((type) => events.has(type));
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
