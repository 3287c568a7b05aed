import type { IDataObject } from 'n8n-workflow';

import { cutMiddle } from './bounds';

/** Characters. Whatever a text is made of, the editor shows it in full and n8n stores it. */
const LONGEST_MESSAGE = 1_000;
const LONGEST_DESCRIPTION = 5_000;

/** What is known about a failed request to the service. All of it may be shown to the user. */
export interface FailureFacts {
	/** HTTP status of the response; absent when none arrived. */
	status?: number;
	/** `error.code` as the service sent it, or the network's error code. */
	code?: string;
	/** Identifies the request in the service's logs. */
	requestId?: string;
	/** Per-field details as the service sent them. */
	details?: unknown;
	/** The current post, where that helps to continue (revision conflict, failed delivery). */
	post?: IDataObject;
	/** The ETag that belongs to `post`. */
	etag?: string;
}

/** An operation failed. `message` says what happened, `description` what to do next. */
export class ServiceFailure extends Error {
	readonly description: string;

	constructor(
		message: string,
		description: string,
		readonly facts: FailureFacts = {},
	) {
		super(cutMiddle(message, LONGEST_MESSAGE));
		this.name = 'ServiceFailure';
		this.description = cutMiddle(description, LONGEST_DESCRIPTION);
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

/** The workflow was cancelled while the node was running. */
export class CancelledFailure extends ServiceFailure {
	constructor() {
		super('The workflow was cancelled', 'The node stopped before it was finished.');
		this.name = 'CancelledFailure';
	}
}

/** For `withinTime`, where the service was slower than the caller can wait. */
export function slowServiceFailure(limitMs: number): ServiceFailure {
	return new ServiceFailure(
		`The service did not respond within ${limitMs / 1_000} seconds`,
		'It may be slow or unreachable, or the rate limit of the credential may be used up.',
	);
}

/** Explains a failure: what happened, and what to do next. */
export interface Explanation {
	happened: string;
	advice: string;
	/** True only where no earlier attempt at the command may have taken effect. */
	unlessUncertain?: string;
}

/** Adds the full stop that a text from the service, or one made from parts, may lack. */
export function asSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** For `.catch`: returns a failed request as a value; anything else is a bug and is thrown again. */
export function asServiceFailure(error: unknown): ServiceFailure {
	if (error instanceof ServiceFailure) return error;
	throw error;
}

/** One or two sentences: what happened, and what to do next. */
export function describeFailure(error: unknown): string {
	if (error instanceof ServiceFailure) return `${error.message}. ${error.description}`;
	return error instanceof Error ? error.message : String(error);
}
