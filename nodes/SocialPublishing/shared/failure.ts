import type { IDataObject } from 'n8n-workflow';

/** What is known of a failed request to the service. All of it may be shown to the user. */
export interface FailureFacts {
	/** HTTP status of the answer; absent when no answer came. */
	status?: number;
	/** `error.code` as the service sent it, or the network's error code. */
	code?: string;
	/** Names the request in the service's logs. */
	requestId?: string;
	/** Per-field details as the service sent them. */
	details?: unknown;
	/** The post as it is now, where that helps to go on (revision conflict, failed delivery). */
	post?: IDataObject;
	/** The ETag that belongs to `post`. */
	etag?: string;
}

/** An operation failed. `message` says what happened, `description` what to do next. */
export class ServiceFailure extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly facts: FailureFacts = {},
	) {
		super(message);
		this.name = 'ServiceFailure';
	}
}

/** The user's input cannot be sent. Nothing has been sent. */
export class InputFailure extends ServiceFailure {
	constructor(
		message: string,
		description = 'Nothing was sent. Correct the value and run the node again.',
	) {
		super(message, description);
		this.name = 'InputFailure';
	}
}

/** The workflow was cancelled while the node was at work. */
export class CancelledFailure extends ServiceFailure {
	constructor() {
		super('The workflow was cancelled', 'The node stopped before it had finished.');
		this.name = 'CancelledFailure';
	}
}

/** For `withinTime`, where the service was slower than the caller can wait. */
export function slowServiceFailure(limitMs: number): ServiceFailure {
	return new ServiceFailure(
		`The service did not answer within ${limitMs / 1_000} seconds`,
		'It may be slow or out of reach, or the rate limit of the credential may be used up.',
	);
}

/** Words for one kind of refusal: what happened, and what to do next. */
export interface Explanation {
	happened: string;
	advice: string;
	/** What holds only where no earlier try of the command may have taken effect. */
	unlessUncertain?: string;
}

/** A text of the service, or put together from parts, with the full stop that it may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** For `.catch`: a failed request as a value; anything else is a mistake of ours and is thrown on. */
export function asServiceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** One or two sentences: what happened, and what to do next. */
export function describeFailure(error: unknown): string {
	if (error instanceof ServiceFailure) return `${error.message}. ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}
