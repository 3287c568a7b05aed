import type { Connection } from './connection';
import { readEnvelope, type Envelope } from './envelope';
import { NetworkFailure, readNetworkFailure } from './networkFailure';
import { sendRequest, withinTime, type HttpRequest, type Readable } from './request';

/** @throws NetworkFailure for a body that is not the service's */
export type AnswerReader = (
	status: number,
	body: Buffer,
	headers: Record<string, string>,
) => Envelope;

/** What one try brought. `status` is undefined when no usable answer came. */
export interface Received {
	status: number | undefined;
	headers: Record<string, string>;
	envelope: Envelope;
	stream?: Readable;
	failure?: NetworkFailure;
}

/** Sends a request once; that no usable answer came is a result like any other. */
export async function tryOnce(
	connection: Connection,
	request: HttpRequest,
	readAnswer: AnswerReader,
): Promise<Received> {
	const { functions, credentialType, signal, pace } = connection;
	try {
		const { status, headers, body } = await sendRequest(functions, credentialType, request, signal);
		pace.learn(headers);
		const isFile = status >= 200 && status < 300 && !Buffer.isBuffer(body);
		const bytes = isFile ? Buffer.alloc(0) : await withinTime(readAll(body), request.timeoutMs);
		return {
			status,
			headers,
			envelope: readAnswer(status, bytes, headers),
			stream: Buffer.isBuffer(body) ? undefined : body,
		};
	} catch (error) {
		return noAnswer(error);
	}
}

function noAnswer(error: unknown): Received {
	if (!(error instanceof NetworkFailure)) throw error;
	return {
		status: undefined,
		headers: {},
		envelope: readEnvelope(0, Buffer.alloc(0)),
		failure: error,
	};
}

async function readAll(body: Buffer | Readable): Promise<Buffer> {
	if (Buffer.isBuffer(body)) return body;
	const chunks: Buffer[] = [];
	try {
		for await (const chunk of body) chunks.push(Buffer.from(chunk));
	} catch (error) {
		throw readNetworkFailure(error);
	}
	return Buffer.concat(chunks);
}
