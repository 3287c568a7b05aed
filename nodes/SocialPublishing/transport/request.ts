import type { IHttpRequestMethods, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { CancelledFailure } from '../shared/failure';
import { withinTime } from '../shared/timeLimit';
import type { Readable, RequestFunctions, CredentialType } from './n8nContext';
import { readNetworkFailure, timeoutFailure } from './networkFailure';
import { renewAccess } from './renewAccess';

export interface HttpRequest {
	method: IHttpRequestMethods;
	/** Absolute, query included. */
	url: string;
	headers: Record<string, string>;
	body?: Buffer | string;
	/** Bounds the whole exchange until the body has arrived; for a streamed answer, until its headers. */
	timeoutMs: number;
	/** `stream` leaves the body of an answer unread. */
	responseAs: 'bytes' | 'stream';
	/** Whether what has arrived of a body holds the whole answer, although the body may go on. */
	isComplete?: (body: Buffer, headers: Record<string, string>) => boolean;
}

export interface HttpResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, string>;
	body: Buffer | Readable;
}

/**
 * Sends one request with the credential's authentication, if any, and gives back whatever status came.
 * The only caller of n8n's HTTP helper.
 *
 * @throws NetworkFailure when no whole answer came, CancelledFailure when the workflow was stopped
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
		// n8n turns an error status into an exception without the status; as a value nothing is lost.
		ignoreHttpStatusErrors: true,
		// A redirect could carry the token elsewhere, and n8n would buffer an upload to repeat it.
		disableFollowRedirect: true,
	};
	if (signal?.aborted) throw new CancelledFailure();
	try {
		const send = async () =>
			await sendAs(functions, credentialType, { ...options, abortSignal: signal });
		return await withinTime(request.timeoutMs, send, timeoutFailure);
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
	const answer = await send();
	const mayBeRenewed = answer.status === 401 && credentialType === 'socialPublishingOAuth2Api';
	if (!mayBeRenewed || !(await renewAccess(functions))) return answer;
	if (isReadable(answer.body)) answer.body.destroy();
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
