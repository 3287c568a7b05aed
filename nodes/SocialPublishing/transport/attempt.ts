import type { Connection } from './connection';
import { readEnvelope, type Envelope } from './envelope';
import { CancelledFailure } from './failure';
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
		const isSuccess = status >= 200 && status < 300;
		const isFile = request.answerAs === 'stream' && isSuccess && !Buffer.isBuffer(body);
		const bytes = isFile ? Buffer.alloc(0) : await readBody(body, headers, request);
		return {
			status,
			headers,
			envelope: readAnswer(status, bytes, headers),
			stream: isFile ? body : undefined,
		};
	} catch (error) {
		return noAnswer(error, signal);
	}
}

function noAnswer(error: unknown, signal: AbortSignal | undefined): Received {
	if (!(error instanceof NetworkFailure)) throw error;
	// A body that breaks off when the workflow is stopped.
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
	{ isWhole, timeoutMs }: HttpRequest,
): Promise<Buffer> {
	if (Buffer.isBuffer(body)) return body;
	const reading = readAll(body, (bytes) => isWhole?.(bytes, headers) === true);
	return await withinTime(reading, timeoutMs).finally(() => body.destroy());
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
