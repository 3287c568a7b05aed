import type { IDataObject } from 'n8n-workflow';

import { readToolError } from '../api/readings/tool';
import type { Explanation } from '../shared/failure';
import { firstText, isRecord, readRecord, textOf } from '../shared/json';
import { readEnvelope, type Envelope } from '../transport/envelope';
import { explainRateLimit } from '../transport/explanations';
import { NetworkFailure } from '../transport/networkFailure';
import { type Safety, isSuccess } from '../transport/retry';
import type { Call } from '../transport/types';
import { readRateLimit } from './toolResult';

/** The version of the Model Context Protocol that the node uses. It has no sessions: every request is independent. */
const PROTOCOL_VERSION = '2026-07-28';

/** Constant, because each HTTP request carries a single JSON-RPC request. */
const REQUEST_ID = 1;

/** Error codes of JSON-RPC 2.0 and of the Model Context Protocol. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

interface ToolsRequest {
	/** As in `Call`. */
	purpose: string;
	method: 'tools/list' | 'tools/call';
	params: IDataObject;
	/** Sent in the Mcp-Name header. */
	name?: string;
	safety: Safety;
}

/** A request to the MCP endpoint. The `data` of its response is the JSON-RPC result. */
export function toCall({ purpose, method, params, name, safety }: ToolsRequest): Call {
	const _meta = {
		'io.modelcontextprotocol/protocolVersion': PROTOCOL_VERSION,
		'io.modelcontextprotocol/clientCapabilities': {},
		'io.modelcontextprotocol/clientInfo': { name: 'n8n-nodes-social-publishing', version: '1' },
	};
	return {
		purpose,
		method: 'POST',
		path: '',
		headers: {
			Accept: 'application/json, text/event-stream',
			'MCP-Protocol-Version': PROTOCOL_VERSION,
			'Mcp-Method': method,
			...(name !== undefined && { 'Mcp-Name': encodeHeaderValue(name) }),
		},
		json: { jsonrpc: '2.0', id: REQUEST_ID, method, params: { ...params, _meta } },
		safety,
		readResponse,
		isComplete: isCompleteResponse,
	};
}

/** Encodes text as Base64 if it is not allowed in a header, in the form that the protocol defines. */
function encodeHeaderValue(text: string): string {
	if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?/i.test(text))
		return text;
	return `=?base64?${Buffer.from(text).toString('base64')}?=`;
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
function findResponse(body: string, headers: Record<string, string>): IDataObject | undefined {
	const isStream = isEventStream(headers);
	const response = firstResponse(isStream ? readServerSentEvents(body) : [body]);
	// The stream ended or broke before the response arrived.
	if (isStream && response === undefined) throw new NetworkFailure('lost', undefined);
	return response;
}

function firstResponse(texts: string[]): IDataObject | undefined {
	return texts
		.map(parse)
		.find((message) => message?.jsonrpc === '2.0' && ('result' in message || 'error' in message));
}

function parse(text: string): IDataObject | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return isRecord(value) ? value : undefined;
	} catch {
		return undefined;
	}
}

function protocolError(status: number, { code, message, data }: IDataObject): Envelope {
	const errorData = readRecord(data);
	const { holders, details, ...own } = readToolError(errorData);
	const rateLimit = readRateLimit(own.code ?? firstText(code), holders);
	return {
		data: undefined,
		requestId: textOf(errorData.request_id),
		error: {
			code: own.code ?? firstText(code),
			message: own.message ?? textOf(message),
			details,
		},
		refusal: isProtocolStatus(status)
			? rateLimit
				? explainRateLimit(rateLimit.retryAfterMs)
				: explainProtocolError(code, data)
			: undefined,
		...(rateLimit && { rateLimit }),
	};
}

/** Other statuses, such as 401 and 429, are more precise than the JSON-RPC error: the protocol has no codes for them. */
function isProtocolStatus(status: number): boolean {
	return isSuccess(status) || status === 400 || status === 404;
}

function explainProtocolError(code: unknown, data: unknown): Explanation {
	switch (code) {
		case INVALID_PARAMS:
			return {
				happened: 'the service has no such tool, or the tool does not accept these arguments',
				advice: 'Choose the tool from the list again, and check its arguments.',
			};
		case UNSUPPORTED_VERSION: {
			const supported = [readRecord(data).supported]
				.flat()
				.filter((version) => typeof version === 'string');
			const versions = supported.length === 0 ? '' : ` (${supported.join(', ')})`;
			return {
				happened: 'the service uses a different version of the protocol',
				advice: `This node supports version ${PROTOCOL_VERSION}; the service supports other versions${versions}. Update the node.`,
			};
		}
		case METHOD_NOT_FOUND:
		case HEADER_MISMATCH:
			return {
				happened: 'the service does not accept the request',
				advice:
					"Check the 'MCP URL' in the credential. A proxy in between may have changed the request.",
			};
		default:
			return {
				happened: 'the service reports a protocol error',
				advice:
					'Try again later. If the error persists, report this to the support of the service.',
			};
	}
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
