import type { ErrorCode } from './core/errors';

/** The names and answers that the service's description leaves open. */
export interface Dialect {
	/** Field of a started upload that holds the media id. */
	uploadIdField: 'id' | 'media_id';
	/** Where the ETag of an uploaded part is. */
	partEtag: 'body' | 'header' | 'both';
	/** How a media item says whether it is ready; `ready` is a boolean. */
	readiness: 'status' | 'readiness' | 'state' | 'ready';
	/** Where a destination tells its outcome. */
	destinationOutcome: 'status' | 'outcome.status' | 'outcome';
	/** Whether a post tells its own status. */
	postStatus: boolean;
	/** 204; 200 with `data`; 200 with a `request_id` alone. */
	deleteAnswer: 'empty' | 'data' | 'noData';
	/** Field that enables or disables a webhook. */
	webhookEnabledField: 'enabled' | 'active';
	/** `image_defaults: {max_width, …}` or `image: {maxWidth, …}`. */
	imageDefaults: 'image_defaults' | 'image';
	/** Other spellings of error codes. */
	errorCodes: Partial<Record<Exclude<ErrorCode, 'addon_required'>, string>>;
	/** `details` as a list of {field, message}, or as an object of field → message. */
	errorDetails: 'list' | 'map';
	/** Status of a request that fails validation. */
	validationStatus: 422 | 400;
	/** Status when Idempotency-Key is missing or unusable. */
	missingKeyStatus: 400 | 422;
	/** Status of a refused statistics refresh. */
	refreshGuardStatus: 409 | 429;
	/** Retry-After as seconds or as an HTTP date. */
	retryAfter: 'seconds' | 'date';
	/** Whether the records of a post list carry `etag`. */
	listEtag: boolean;
	/** Whether commands on posts answer with an ETag; reading one post always does. */
	commandEtag: boolean;
	/** Status of an answer that made something new. */
	createdStatus: 201 | 200;
	/** What completing an upload for the second time answers: 409, or the item. */
	completeTwice: 'conflict' | 'item';
	/** What a retried delivery answers: the post, or the destination with its `post_id`. */
	retryAnswer: 'post' | 'destination';
	/** How the last page says so: `next_cursor` null, or left out. */
	lastCursor: 'null' | 'absent';
	/** Followers as a list of days, or as an object with `days`. */
	followers: 'list' | 'days';
	/** Whether the same Idempotency-Key with another If-Match counts as changed input. */
	idempotencyComparesRevision: boolean;
	/** What a tool calls the id of its record: `post_id`, or `id`. */
	toolIdArgument: 'record' | 'id';
	/** Whether a tool's result comes as structured content as well, or as text alone. */
	toolResult: 'structured' | 'text';
	/** Whether a tool answers with JSON or with an event stream. */
	toolAnswer: 'json' | 'stream';
	/** Tools on one page of their list. */
	toolPageSize: number;
	/** A ticket's fields beside the others, or in an object of their own. */
	ticket: 'flat' | 'nested';
}

const first: Dialect = {
	uploadIdField: 'id',
	partEtag: 'both',
	readiness: 'status',
	destinationOutcome: 'status',
	postStatus: true,
	deleteAnswer: 'empty',
	webhookEnabledField: 'enabled',
	imageDefaults: 'image_defaults',
	errorCodes: {},
	errorDetails: 'list',
	validationStatus: 422,
	missingKeyStatus: 400,
	refreshGuardStatus: 409,
	retryAfter: 'seconds',
	listEtag: false,
	commandEtag: true,
	createdStatus: 201,
	completeTwice: 'conflict',
	retryAnswer: 'post',
	lastCursor: 'null',
	followers: 'list',
	idempotencyComparesRevision: false,
	toolIdArgument: 'record',
	toolResult: 'structured',
	toolAnswer: 'json',
	toolPageSize: 100,
	ticket: 'flat',
};

const second: Dialect = {
	...first,
	uploadIdField: 'media_id',
	partEtag: 'header',
	readiness: 'ready',
	destinationOutcome: 'outcome.status',
	postStatus: false,
	deleteAnswer: 'data',
	webhookEnabledField: 'active',
	imageDefaults: 'image',
	errorCodes: {
		not_found: 'resource_missing',
		rate_limited: 'too_many_requests',
		refresh_guarded: 'refresh_too_soon',
		revision_conflict: 'precondition_failed',
		revision_required: 'precondition_required',
		token_invalid: 'unauthorized',
		validation_failed: 'invalid_request',
	},
	errorDetails: 'map',
	validationStatus: 400,
	missingKeyStatus: 422,
	refreshGuardStatus: 429,
	retryAfter: 'date',
	listEtag: true,
	commandEtag: false,
	createdStatus: 200,
	completeTwice: 'item',
	retryAnswer: 'destination',
	lastCursor: 'absent',
	toolIdArgument: 'id',
	toolResult: 'text',
	toolAnswer: 'stream',
	toolPageSize: 10,
	ticket: 'nested',
};

const third: Dialect = {
	...first,
	partEtag: 'body',
	readiness: 'state',
	destinationOutcome: 'outcome',
	deleteAnswer: 'noData',
	listEtag: true,
};

/** Named sets of readings, for running the same tests against each. */
export const dialects = { first, second, third };
