import type { IDataObject } from 'n8n-workflow';

import { firstText, isRecord, readRecord, textOf } from '../../shared/json';
import { readErrorText } from './record';
import { readAttemptMs } from './times';

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
	// reading(webhook delivery): delivery_id, id; event_id, event.id
	const { delivery_id, id: ownId, event_id, event } = record;
	const id = firstText(delivery_id, ownId);
	if (id === undefined) return undefined;
	return {
		id,
		eventId: firstText(event_id, readRecord(event).id),
		hasFailed: readDeliveryFailure(record, true),
		hasFailedAtAddress: readDeliveryFailure(record, undefined) === true && !wasHeldBack(record),
		attemptedAtMs: readAttemptMs(record) ?? 0,
	};
}

/** The kind of event that a delivery is about, such as `post.published`. */
export function readDeliveredKind({ event_type, type, event }: IDataObject): string | undefined {
	// reading(event of a webhook delivery): event_type, type, event.type, event
	return firstText(event_type, type, readRecord(event).type, event);
}

const HELD_BACK_PATTERN =
	/block|suspend|revo[ck]|access|add.?on|plan|subscri|entitle|credential|integration|disabled|cancel|skip/i;

/** Whether the service sent nothing, because the credential's access was blocked at the time. */
function wasHeldBack(delivery: IDataObject): boolean {
	// reading(webhook delivery that was held back): a word for it in its status, error, reason or code
	const { status, result, outcome, state, error, reason, code } = delivery;
	const errorTexts = [readErrorText(delivery), readRecord(error).code, reason, code];
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
	// reading(result of a webhook delivery): success, succeeded, delivered, ok; failed
	for (const verdict of [delivery.success, delivery.succeeded, delivery.delivered, delivery.ok]) {
		if (typeof verdict === 'boolean') return !verdict;
	}
	if (typeof delivery.failed === 'boolean') return delivery.failed;
	// reading(result of a webhook delivery): a word or a record in status, result, outcome, state, response
	const { status, result, outcome, state } = delivery;
	for (const nested of [result, outcome, delivery.response].filter(isRecord)) {
		const verdict = readDeliveryFailure(nested, ofUnknownStatus);
		if (verdict !== undefined) return verdict;
	}
	const verdictText = firstText(status, result, outcome, state);
	if (verdictText !== undefined && FAILURE_PATTERN.test(verdictText)) return true;
	if (verdictText !== undefined && PENDING_PATTERN.test(verdictText)) return undefined;
	// reading(response to a webhook delivery): response_status, response_code, status_code, http_status
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
