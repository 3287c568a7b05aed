import type { IDataObject } from 'n8n-workflow';

import { readToolError } from '../api/readings/tool';
import { firstText, isRecord, parseJson, readRecord, textOf } from '../shared/json';
import { readEnvelope, type Envelope } from '../transport/envelope';
import { NetworkFailure } from '../transport/networkFailure';
import { isSuccess } from '../transport/retry';
import type { Call } from '../transport/types';
import { explainProtocolError, readKnownError } from './protocolErrors';

/** The HTTP request for a message of JSON-RPC. */
export function jsonRpcCall(
	headers: Record<string, string>,
	message: IDataObject,
): Omit<Call, 'purpose' | 'safety'> {
	return {
		method: 'POST',
		path: '',
		headers: { Accept: 'application/json, text/event-stream', ...headers },
		json: { jsonrpc: '2.0', ...message },
		readResponse,
		isComplete: isCompleteResponse,
	};
}

/** @throws NetworkFailure if the response is incomplete, or successful without being JSON-RPC */
export function readResponse(
	status: number,
	body: Buffer,
	headers: Record<string, string>,
): Envelope {
	const response = findResponse(body.toString('utf8'), headers);
	if (response === undefined) {
		const envelope = readEnvelope(status, body);
		if (isSuccess(status)) throw new NetworkFailure('garbled', 'JSON-RPC');
		return envelope;
	}
	const { result, error } = response;
	if (isRecord(error)) return protocolError(status, error);
	return { data: result, requestId: undefined, error: NO_ERROR };
}

const NO_ERROR = { code: undefined, message: undefined, details: undefined };

/** A service may keep its event stream open after the response, and the stream may then break. */
function isCompleteResponse(body: Buffer, headers: Record<string, string>): boolean {
	return (
		isEventStream(headers) &&
		firstResponse(readServerSentEvents(body.toString('utf8'))) !== undefined
	);
}

function isEventStream(headers: Record<string, string>): boolean {
	return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** The JSON-RPC response in a body; undefined if the body is something else. */
export function findResponse(
	body: string,
	headers: Record<string, string>,
): IDataObject | undefined {
	const isStream = isEventStream(headers);
	const response = firstResponse(isStream ? readServerSentEvents(body) : [body]);
	// The stream ended or broke before the response arrived.
	if (isStream && response === undefined) throw new NetworkFailure('lost', undefined);
	return response;
}

function firstResponse(texts: string[]): IDataObject | undefined {
	return texts
		.map(parseJson)
		.filter(isRecord)
		.find((message) => message.jsonrpc === '2.0' && ('result' in message || 'error' in message));
}

function protocolError(status: number, { code, message, data }: IDataObject): Envelope {
	const errorData = readRecord(data);
	const { holders, details, ...own } = readToolError(errorData);
	const stated = {
		code: own.code ?? firstText(code),
		message: own.message ?? textOf(message),
	};
	const known = readKnownError(stated, holders);
	const isPrecise = !isProtocolStatus(status);
	return {
		data: undefined,
		requestId: textOf(errorData.request_id),
		error: { ...stated, details },
		refusal: isPrecise ? undefined : (known?.refusal ?? explainProtocolError(code, data)),
		rateLimit: known?.rateLimit,
		// Status 404 means that nothing was called: there is no such endpoint or session.
		isFault: known?.isFault === true && !isPrecise && status !== 404,
	};
}

/** Other statuses, such as 401 and 429, are more precise than the JSON-RPC error: the protocol has no codes for them. */
function isProtocolStatus(status: number): boolean {
	return isSuccess(status) || status === 400 || status === 404;
}

/**
 * The data of every complete event in a stream (WHATWG HTML, "Server-sent events"). An event without its final blank
 * line is left out.
 */
export function readServerSentEvents(stream: string): string[] {
	const events: string[] = [];
	let data: string[] = [];
	const lines = stream.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
	// The text after the last line break is an incomplete line.
	for (const line of lines.slice(0, -1)) {
		if (line === '') {
			if (data.length > 0) events.push(data.join('\n'));
			data = [];
		} else if (line === 'data' || line.startsWith('data:')) {
			data.push(line.slice('data:'.length).replace(/^ /, ''));
		}
	}
	return events;
}
