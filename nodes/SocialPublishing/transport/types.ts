import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import type { Explanation } from '../shared/failure';
import type { ResponseReader } from './attempt';
import type { Readable } from './n8nContext';
import type { HttpRequest } from './request';
import type { AttemptResult, Safety } from './retry';

export type LostEffectFinder = (
	refusal: AttemptResult,
) => Promise<ServiceResponse | 'noEffect' | undefined>;

/** One command or question to the service. */
export interface Call {
	/** What the user wants done, as it goes into "Could not …": `publish the post`. */
	purpose: string;
	method: IHttpRequestMethods;
	/** Relative to `{base_url}`, its segments encoded: see `path`. */
	path: string;
	query?: Record<string, string | number | undefined>;
	/** A JSON body; `{}` is sent as it is. */
	json?: IDataObject;
	/** A binary body. */
	bytes?: Buffer;
	/** Beside those that follow from the other fields, or in their place. */
	headers?: Record<string, string>;
	/** Where the answer is not in the service's usual envelope. */
	readResponse?: ResponseReader;
	/** Where the answer may be there before its body ends. */
	isComplete?: HttpRequest['isComplete'];
	/** Of no use without the record that it gives: a success without a body is a lost answer. All reads are so. */
	needsRecord?: boolean;
	ifMatch?: string;
	idempotencyKey?: string;
	safety: Safety;
	/**
	 * Asked when the service rejects a command of which an earlier answer was lost: the rejection may come
	 * from that earlier try having worked. Gives the lost answer, or undefined when nobody can tell.
	 */
	findLostEffect?: LostEffectFinder;
	/** The very same command went out before, in an earlier try of the node, and its answer may have been lost. */
	wasSentBefore?: boolean;
	/** What a status means for this command, where that differs from what it means in general. */
	explanations?: Record<number, Explanation>;
	/** The command has a guard of its own, whose refusal is not the rate limit's even with status 429. */
	guard?: Explanation;
}

export interface ServiceResponse {
	/** `data` of the answer; undefined where it has none. */
	data: unknown;
	/** The ETag header, exactly as received. */
	etag: string | undefined;
	/** Names in lower case. */
	headers: Record<string, string>;
	/** The file that was asked for; only from `download`. */
	stream?: Readable;
}
