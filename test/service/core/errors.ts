/** Every error code of the service; a dialect may use other names. */
export type ErrorCode =
	| 'access_denied'
	| 'addon_required'
	| 'authentication_required'
	| 'body_not_json'
	| 'conflict'
	| 'cursor_invalid'
	| 'delivery_not_failed'
	| 'idempotency_conflict'
	| 'idempotency_in_progress'
	| 'idempotency_key_invalid'
	| 'idempotency_key_required'
	| 'internal_error'
	| 'media_in_use'
	| 'media_invalid'
	| 'media_not_ready'
	| 'not_found'
	| 'part_out_of_sequence'
	| 'payload_too_large'
	| 'plan_inactive'
	| 'platform_check_required'
	| 'post_locked'
	| 'post_not_ready'
	| 'post_not_scheduled'
	| 'rate_limited'
	| 'refresh_guarded'
	| 'revision_conflict'
	| 'revision_required'
	| 'route_not_found'
	| 'thread_needs_review'
	| 'ticket_refused'
	| 'token_expired'
	| 'token_invalid'
	| 'token_revoked'
	| 'unsupported_media_type'
	| 'upload_completed'
	| 'validation_failed'
	| 'webhook_url_refused';

/** What is wrong with one field; `field` is a path such as `destinations.0.account_id`. */
export interface FieldProblem {
	field: string;
	message: string;
}

/** An error that is sent as the error envelope. The dialect may replace `status` 422. */
export class ServiceError extends Error {
	constructor(
		readonly status: number,
		readonly code: ErrorCode,
		message: string,
		readonly extra: { details?: FieldProblem[]; retryAfterMs?: number } = {},
	) {
		super(message);
		this.name = 'ServiceError';
	}
}

/** 422 with the invalid fields. */
export function invalid(details: FieldProblem[], code: ErrorCode = 'validation_failed') {
	const fields = [...new Set(details.map((problem) => problem.field))].join(', ');
	return new ServiceError(422, code, `The request is not valid: ${fields}.`, { details });
}

/** 422 for a single field. */
export function invalidField(field: string, message: string, code?: ErrorCode) {
	return invalid([{ field, message }], code);
}

/** 404 for a record that does not exist, or not in this workspace. */
export function notFound(kind: string) {
	return new ServiceError(404, 'not_found', `There is no such ${kind}.`);
}

/** 409: the record's state does not allow the command. */
export function conflict(code: ErrorCode, message: string) {
	return new ServiceError(409, code, message);
}
