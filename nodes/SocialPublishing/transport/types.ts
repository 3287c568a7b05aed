import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Explanation } from '../shared/failure';
import type { ResponseReader } from './attempt';
import type { Readable } from './connection';
import type { HttpRequest } from './request';
import type { Safety } from './retry';

/** One command or read request to the service. */
export interface Call {
	/** The purpose, as it completes "Could not …": `get the current user`. */
	purpose: string;
	method: IHttpRequestMethods;
	/** Relative to `{base_url}`, its segments encoded: see `path`. */
	path: string;
	query?: Record<string, string | number | undefined>;
	/** A JSON body; `{}` is sent too. */
	json?: IDataObject;
	bytes?: Buffer;
	/** Headers to add to those that follow from the other fields, or to replace them. */
	headers?: Record<string, string>;
	/** For a response that is not in the service's usual envelope. */
	readResponse?: ResponseReader;
	/** For a response that may be complete before its body ends. */
	isComplete?: HttpRequest['isComplete'];
	/** Whether a success without a body counts as a lost response, because the command needs its record. Reads always do. */
	needsRecord?: boolean;
	ifMatch?: string;
	idempotencyKey?: string;
	/** How to go on after a lost response without doing the same thing twice. */
	repeatAdvice?: string;
	/** As it completes "To send the new content as well, …", for a key that the service knows with other content. */
	newContentAdvice?: string;
	safety: Safety;
	/** An earlier attempt of the node sent the very same command, and its response may have been lost. */
	wasSentBefore?: boolean;
	/** Explanations of statuses with a special meaning for this command. */
	explanations?: Record<number, Explanation>;
	/** The command has a guard of its own, whose refusal is not about the rate limit, even with status 429. */
	guard?: Explanation;
}

export interface ServiceResponse {
	/** `data` of the response; undefined where it has none. */
	data: unknown;
	/** The ETag header, exactly as received. */
	etag: string | undefined;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** The requested file; only from `download`. */
	stream?: Readable;
}
