import { createHash } from 'crypto';
import type {
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';

import { getOrCompute } from '../shared/maps';
import { checkedAddress, type AddressName, checkedToken } from './address';
import { RateLimiter } from './rateLimit';

/** A Node.js stream, as n8n's helpers return and accept it. */
export type Readable = Awaited<ReturnType<IExecuteFunctions['helpers']['getBinaryStream']>>;

/** The n8n contexts that can send requests. */
export type RequestFunctions =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| IWebhookFunctions;

export type CredentialType = 'socialPublishingApi' | 'socialPublishingOAuth2Api';

/** One credential in one n8n context: everything that a call to the service needs. */
export interface Connection {
	functions: RequestFunctions;
	/** Undefined for an address that takes the header of a ticket instead of a credential. */
	credentialType: CredentialType | undefined;
	/** `{base_url}` without a trailing slash, or the address of another endpoint. */
	baseUrl: string;
	/** The credential field that contains the address. */
	addressName: AddressName;
	rateLimiter: RateLimiter;
	/**
	 * The deadline for a user who waits in the editor, in milliseconds since 1970: requests do not wait beyond it, neither
	 * for the rate limit nor before a retry. Undefined in a workflow.
	 */
	deadlineMs?: number;
	/** Other requests with the same credential go first. */
	isLowPriority?: boolean;
	/** Aborts when the workflow is cancelled; undefined where n8n has no such signal. */
	signal: AbortSignal | undefined;
	/** Removes the token from a text, unless it is shorter than `minimumLength`. */
	redact(text: string, minimumLength?: number): string;
	/** Makes `redact` also remove a token that n8n has renewed for a request. Undefined where n8n renews none. */
	learnToken?(): Promise<void>;
}

/**
 * @throws InputFailure if the address or token of the credential cannot be used
 */
export async function connect(functions: RequestFunctions): Promise<Connection> {
	const credential = await functions.getCredentials('socialPublishingApi');
	const apiToken = checkedToken(credential.apiToken);
	const baseUrl = checkedAddress(credential.baseUrl, 'Base URL');
	return {
		functions,
		credentialType: 'socialPublishingApi',
		baseUrl,
		addressName: 'Base URL',
		rateLimiter: rateLimiterFor(`${baseUrl} ${apiToken}`),
		signal: cancelSignal(functions),
		redact: redactor(apiToken),
	};
}

export function redactor(secret: string): Connection['redact'] {
	// A text may itself be JSON, in which some characters are escaped.
	const escaped = JSON.stringify(secret).slice(1, -1);
	return (text, minimumLength = 1) => {
		if (secret.length < minimumLength) return text;
		const redacted = text.replaceAll(secret, '***');
		return escaped === secret ? redacted : redacted.replaceAll(escaped, '***');
	};
}

/** Only execution contexts have this signal. */
export function cancelSignal(functions: RequestFunctions): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in functions ? functions.getExecutionCancelSignal() : undefined;
}

/** Shared by all executions of this process. The keys are hashes, so no token is kept here. */
const rateLimiters = new Map<string, RateLimiter>();

/** @param identity distinguishes the credential from all others */
export function rateLimiterFor(identity: string): RateLimiter {
	const hash = createHash('sha256').update(identity).digest('hex');
	return getOrCompute(rateLimiters, hash, () => new RateLimiter());
}
