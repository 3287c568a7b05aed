import type { ErrorCode } from './core/errors';

/** How the service fills in the names and responses that its specification leaves open. */
export interface Dialect {
	/** Field of a started upload that contains the media id. */
	uploadIdField: 'id' | 'media_id';
	/** Where the ETag of an uploaded part is. */
	partEtag: 'body' | 'header' | 'both';
	/** Field of a media item that states whether it is ready; `ready` is a boolean. */
	readiness: 'status' | 'readiness' | 'state' | 'ready';
	/** Where a destination states its outcome. */
	destinationOutcome: 'status' | 'outcome.status' | 'outcome';
	/** Whether a post states its own status. */
	postStatus: boolean;
	/** How a destination states the status of its delivery; before it begins, that is the status of the post. */
	shownDelivery: (status: string) => string | null;
	/** Whether a post contains its delivery history; lists never do. */
	deliveryHistory: boolean;
	/** 204, 200 with `data`, or 200 with only a `request_id`. */
	deleteResponse: 'empty' | 'data' | 'noData';
	/** Field that enables or disables a webhook. */
	webhookEnabledField: 'enabled' | 'active';
	/** `image_defaults: {max_width, …}` or `image: {maxWidth, …}`. */
	imageDefaults: 'image_defaults' | 'image';
	/** Alternative names of error codes. */
	errorCodes: Partial<Record<Exclude<ErrorCode, 'addon_required'>, string>>;
	/** Whether a conflict about an idempotency key can be told from any other. */
	namesKeyConflicts: boolean;
	/** `details` as a list of {field, message}, or as an object of field → message. */
	errorDetails: 'list' | 'map';
	/** Status of a response to a request that fails validation. */
	validationStatus: 422 | 400;
	/** Status when Idempotency-Key is missing or invalid. */
	missingKeyStatus: 400 | 422;
	/** Status of a rejected statistics refresh. */
	refreshGuardStatus: 409 | 429;
	/** Retry-After as seconds or as an HTTP date. */
	retryAfter: 'seconds' | 'date';
	/** Whether the posts of a list contain `etag`. */
	listEtag: boolean;
	/** The form of a post in lists, undefined if they leave it out; reading one post returns all of it. */
	listedPost: (post: Record<string, unknown>) => Record<string, unknown> | undefined;
	/** The form of a post in the other responses. */
	fullPost: (post: Record<string, unknown>) => Record<string, unknown>;
	/** How the text of a post or destination is stored. */
	keptText: (text: string) => string;
	/** How the options of a destination are stored. */
	keptOptions: (options: Record<string, unknown>) => Record<string, unknown>;
	/** Which time is stored for a schedule, in milliseconds since 1970. */
	keptTime: (timeMs: number) => number;
	/** How a post states the time of its schedule, which is stored as an ISO 8601 instant in UTC. */
	shownTime: (instant: string) => string | number;
	/** The status of a post after its schedule was cancelled. */
	cancelledStatus: 'draft' | 'cancelled';
	/**
	 * The ETag of responses to post commands: that of the post, one of the response alone, a weak one that the web server adds,
	 * or none. Reading one post states its own.
	 */
	commandEtag: 'post' | 'response' | 'weak' | 'none';
	/** Status of a response to a command that created a record. */
	createdStatus: 201 | 200;
	/** Response to completing an upload a second time: 409, or the item. */
	completeTwice: 'conflict' | 'item';
	/** Response to a retried delivery: the post, or the destination with its `post_id`. */
	retryResponse: 'post' | 'destination';
	/** How the last page is marked: `next_cursor` is null or absent; or it is not, and leads to the first page. */
	lastCursor: 'null' | 'absent' | 'first';
	/** What a cursor marks: the record before the page, or a number of records, so that pages shift with every new record. */
	cursors: 'record' | 'offset';
	/** Followers as a list of days, or as an object with `days`. */
	followers: 'list' | 'days';
	/** Whether reusing an Idempotency-Key with a different If-Match counts as changed input. */
	idempotencyComparesRevision: boolean;
	/** Name of the tool argument for the record's id: `post_id`, or `id`. */
	toolIdArgument: 'record' | 'id';
	/** Whether a tool's result includes structured content, or only text. */
	toolResult: 'structured' | 'text';
	/** Whether a tool responds with JSON or with an event stream. */
	toolResponse: 'json' | 'stream';
	/** Number of tools on one page of the list. */
	toolPageSize: number;
	/** Whether a ticket's fields are next to the other fields, or in an object of their own. */
	ticket: 'flat' | 'nested';
}

const first: Dialect = {
	uploadIdField: 'id',
	partEtag: 'both',
	readiness: 'status',
	destinationOutcome: 'status',
	postStatus: true,
	shownDelivery: (status) => status,
	deliveryHistory: true,
	deleteResponse: 'empty',
	webhookEnabledField: 'enabled',
	imageDefaults: 'image_defaults',
	errorCodes: {},
	namesKeyConflicts: true,
	errorDetails: 'list',
	validationStatus: 422,
	missingKeyStatus: 400,
	refreshGuardStatus: 409,
	retryAfter: 'seconds',
	listEtag: false,
	listedPost: (post) => post,
	fullPost: (post) => post,
	keptText: (text) => text,
	keptOptions: (options) => options,
	keptTime: (timeMs) => timeMs,
	shownTime: (instant) => instant,
	cancelledStatus: 'draft',
	commandEtag: 'post',
	createdStatus: 201,
	completeTwice: 'conflict',
	retryResponse: 'post',
	lastCursor: 'null',
	cursors: 'record',
	followers: 'list',
	idempotencyComparesRevision: false,
	toolIdArgument: 'record',
	toolResult: 'structured',
	toolResponse: 'json',
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
	deleteResponse: 'data',
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
	commandEtag: 'none',
	createdStatus: 200,
	completeTwice: 'item',
	retryResponse: 'destination',
	lastCursor: 'absent',
	toolIdArgument: 'id',
	toolResult: 'text',
	toolResponse: 'stream',
	toolPageSize: 10,
	ticket: 'nested',
};

const third: Dialect = {
	...first,
	partEtag: 'body',
	readiness: 'state',
	destinationOutcome: 'outcome',
	deleteResponse: 'noData',
	listEtag: true,
};

/** Named dialects; the same tests run against each of them. */
export const dialects = { first, second, third };
