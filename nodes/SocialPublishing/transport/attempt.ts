import { isSafeAddress } from './address';
import { CancelledFailure } from '../shared/failure';
import { withTimeout } from '../shared/clock';
import { readEnvelope, type Envelope, cleanEnvelope, cleanHeaders } from './envelope';
import type { Connection, Readable } from './connection';
import { NetworkFailure, readNetworkFailure, timeoutFailure } from './networkFailure';
import { sendRequest, type HttpRequest, type HttpResponse } from './request';
import { isRedirect, isSuccess } from './retry';

/** @throws NetworkFailure if the body is not from the service */
export type ResponseReader = (
	status: number,
	body: Buffer,
	headers: Record<string, string>,
) => Envelope;

/** The result of one attempt. `status` is undefined when no usable response arrived. */
export interface ReceivedResponse {
	status: number | undefined;
	headers: Record<string, string>;
	envelope: Envelope;
	stream?: Readable;
	failure?: NetworkFailure;
}

/** Sends a request once. A missing or unusable response is a result, not an exception. */
export async function sendOnce(
	connection: Connection,
	request: HttpRequest,
	readResponse: ResponseReader,
): Promise<ReceivedResponse> {
	try {
		const { status, headers, body } = await send(connection, request);
		const isFile = request.responseAs === 'stream' && isSuccess(status) && !Buffer.isBuffer(body);
		const bytes = isFile ? Buffer.alloc(0) : await readBody(body, headers, request);
		// Not before a stream is read: its errors would go unnoticed.
		if (!isFile) await connection.learnToken?.();
		return {
			status,
			headers: cleanHeaders(connection, headers),
			envelope: cleanEnvelope(connection, readResponse(status, bytes, headers)),
			stream: isFile ? body : undefined,
		};
	} catch (error) {
		return noResponse(error, connection.signal);
	}
}

/**
 * Sends a request to the service. A file that the service keeps elsewhere is requested there: at another origin without the
 * token and all other headers.
 */
async function send(connection: Connection, request: HttpRequest): Promise<HttpResponse> {
	const { functions, credentialType, signal, rateLimiter } = connection;
	const response = await sendRequest(functions, credentialType, request, signal);
	rateLimiter.observe(response.headers);
	const url = request.responseAs === 'stream' ? redirectOf(request, response) : undefined;
	if (url === undefined) return response;
	discard(response);
	if (url.origin === new URL(request.url).origin)
		return await sendRequest(functions, credentialType, { ...request, url: url.href }, signal);
	const elsewhere = { ...request, url: url.href, headers: { Accept: '*/*' } };
	const file = await sendRequest(functions, undefined, elsewhere, signal);
	if (isSuccess(file.status)) return file;
	discard(file);
	throw new NetworkFailure('garbled', undefined);
}

function redirectOf(request: HttpRequest, { status, headers }: HttpResponse): URL | undefined {
	const { location = '' } = headers;
	if (!isRedirect(status) || !URL.canParse(location, request.url)) return undefined;
	const url = new URL(location, request.url);
	return isSafeAddress(url, request.url) ? url : undefined;
}

function discard({ body }: HttpResponse): void {
	if (!Buffer.isBuffer(body)) body.destroy();
}

function noResponse(error: unknown, signal: AbortSignal | undefined): ReceivedResponse {
	if (!(error instanceof NetworkFailure)) throw error;
	// Stopping the workflow interrupts the body.
	if (signal?.aborted) throw new CancelledFailure();
	return {
		status: undefined,
		headers: {},
		envelope: readEnvelope(0, Buffer.alloc(0)),
		failure: error,
	};
}

async function readBody(
	body: Buffer | Readable,
	headers: Record<string, string>,
	{ isComplete, timeoutMs }: HttpRequest,
): Promise<Buffer> {
	if (Buffer.isBuffer(body)) return body;
	const read = async () => await readAll(body, (bytes) => isComplete?.(bytes, headers) === true);
	return await withTimeout(timeoutMs, read, timeoutFailure).finally(() => body.destroy());
}

const LINE_ENDS: unknown[] = [0x0a, 0x0d];

async function readAll(body: Readable, isWhole: (bytes: Buffer) => boolean): Promise<Buffer> {
	const chunks: Buffer[] = [];
	try {
		for await (const part of body) {
			const chunk = Buffer.from(part);
			chunks.push(chunk);
			if (LINE_ENDS.includes(chunk.at(-1)) && isWhole(Buffer.concat(chunks))) break;
		}
	} catch (error) {
		throw readNetworkFailure(error);
	}
	return Buffer.concat(chunks);
}
