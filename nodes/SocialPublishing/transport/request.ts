import type { IHttpRequestMethods, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { CancelledFailure } from '../shared/failure';
import { withTimeout } from '../shared/clock';
import type { Readable, RequestFunctions, CredentialType } from './connection';
import { readNetworkFailure, timeoutFailure } from './networkFailure';
import { renewAccess } from './renewAccess';

export interface HttpRequest {
	method: IHttpRequestMethods;
	/** Absolute, including the query. */
	url: string;
	headers: Record<string, string>;
	body?: Buffer | string;
	/** Limits the whole exchange until the body has arrived; for a streamed response, until its headers. */
	timeoutMs: number;
	/** `stream` leaves the body of the response unread. */
	responseAs: 'bytes' | 'stream';
	/** Whether the body so far contains the whole response, although it may continue. */
	isComplete?: (body: Buffer, headers: Record<string, string>) => boolean;
}

export interface HttpResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: Buffer | Readable;
}

/**
 * Sends one request with the credential's authentication, if any, and returns the response whatever its status.
 * The only caller of n8n's HTTP helper.
 *
 * @throws NetworkFailure if no complete response arrived, CancelledFailure if the workflow was stopped
 */
export async function sendRequest(
	functions: RequestFunctions,
	credentialType: CredentialType | undefined,
	request: HttpRequest,
	signal: AbortSignal | undefined,
): Promise<HttpResponse> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		headers: request.headers,
		body: request.body,
		timeout: request.timeoutMs,
		encoding: request.responseAs === 'stream' || request.isComplete ? 'stream' : 'arraybuffer',
		returnFullResponse: true,
		// n8n-workaround(2.39.10, n8n-core authentication.js): n8n turns an error status into an exception.
		ignoreHttpStatusErrors: true,
		// n8n-workaround(2.39.10, @n8n/backend-network request.js): n8n follows redirects, with the token.
		disableFollowRedirect: true,
		abortSignal: signal,
	};
	if (signal?.aborted) throw new CancelledFailure();
	try {
		const send = async () => await sendAs(functions, credentialType, options);
		// n8n-workaround(2.39.10, @n8n/backend-network request.js): `timeout` does not limit a trickling body.
		return await withTimeout(request.timeoutMs, send, timeoutFailure);
	} catch (error) {
		throw signal?.aborted ? new CancelledFailure() : readNetworkFailure(error);
	}
}

async function sendAs(
	functions: RequestFunctions,
	credentialType: CredentialType | undefined,
	options: IHttpRequestOptions,
): Promise<HttpResponse> {
	const { httpRequest, httpRequestWithAuthentication } = functions.helpers;
	if (credentialType === undefined) return toResponse(await httpRequest(options));
	const send = async () =>
		toResponse(await httpRequestWithAuthentication.call(functions, credentialType, { ...options }));
	const response = await send();
	const mayBeRenewed = response.status === 401 && credentialType === 'socialPublishingOAuth2Api';
	if (!mayBeRenewed || !(await renewAccess(functions))) return response;
	if (isReadable(response.body)) response.body.destroy();
	return await send();
}

function toResponse(response: IN8nHttpFullResponse): HttpResponse {
	const headers: Record<string, string> = {};
	for (const [name, value] of Object.entries(response.headers)) {
		if (value !== undefined && value !== null) headers[name.toLowerCase()] = String(value);
	}
	const { body } = response;
	return {
		status: response.statusCode,
		headers,
		body: isReadable(body) ? body : toBuffer(body),
	};
}

function isReadable(body: unknown): body is Readable {
	return (
		typeof body === 'object' && body !== null && 'pipe' in body && typeof body.pipe === 'function'
	);
}

function toBuffer(body: unknown): Buffer {
	if (Buffer.isBuffer(body)) return body;
	if (body instanceof ArrayBuffer) return Buffer.from(body);
	if (typeof body === 'string') return Buffer.from(body);
	return body === undefined || body === null ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body));
}
