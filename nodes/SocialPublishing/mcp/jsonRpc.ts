import type { IDataObject } from 'n8n-workflow';

import type { Explanation } from '../shared/failure';
import { isRecord, textOf } from '../shared/json';
import { readEnvelope, type Envelope } from '../transport/envelope';
import { NetworkFailure } from '../transport/networkFailure';
import type { Safety } from '../transport/retry';
import { isSuccess } from '../transport/status';
import type { Call } from '../transport/types';
import { readServerSentEvents } from './eventStream';

/** The revision of the Model Context Protocol spoken here: without sessions, each request stands alone. */
const PROTOCOL_VERSION = '2026-07-28';

/** Every exchange carries one request, so one id will do. */
const REQUEST_ID = 1;

/** Error codes of JSON-RPC 2.0 and of the protocol. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_VERSION = -32022;

interface Request {
	/** As in `Call`. */
	purpose: string;
	method: 'tools/list' | 'tools/call';
	params: IDataObject;
	/** Goes into the Mcp-Name header. */
	name?: string;
	safety: Safety;
}

/** A request to the MCP endpoint. The answer's `data` is the result. */
export function toCall({ purpose, method, params, name, safety }: Request): Call {
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
			...(name !== undefined && { 'Mcp-Name': headerText(name) }),
		},
		json: { jsonrpc: '2.0', id: REQUEST_ID, method, params: { ...params, _meta } },
		safety,
		readResponse,
		isComplete: isCompleteAnswer,
	};
}

/** Text that a header cannot hold goes in the form that the protocol has for it. */
function headerText(text: string): string {
	if (/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?base64\?/i.test(text))
		return text;
	return `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** @throws NetworkFailure when the answer is not, or not wholly, one of the protocol */
function readResponse(status: number, body: Buffer, headers: Record<string, string>): Envelope {
	const message = findMessage(body.toString('utf8'), headers);
	if (message === undefined) {
		const envelope = readEnvelope(status, body);
		if (isSuccess(status)) throw new NetworkFailure('garbled', 'JSON-RPC');
		return envelope;
	}
	const { result, error } = message;
	if (isRecord(error)) return protocolError(status, error);
	return { data: result, requestId: undefined, error: NO_ERROR };
}

const NO_ERROR = { code: undefined, message: undefined, details: undefined };

/** A service may keep its stream of events open after the answer, and a stream may break after it. */
function isCompleteAnswer(body: Buffer, headers: Record<string, string>): boolean {
	return (
		isEventStream(headers) && findAnswer(readServerSentEvents(body.toString('utf8'))) !== undefined
	);
}

function isEventStream(headers: Record<string, string>): boolean {
	return /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
}

/** The answer to the request; undefined where the body is something else. */
function findMessage(body: string, headers: Record<string, string>): IDataObject | undefined {
	const isStream = isEventStream(headers);
	const answer = findAnswer(isStream ? readServerSentEvents(body) : [body]);
	// The stream ended, or broke, before the answer came.
	if (isStream && answer === undefined) throw new NetworkFailure('lost', undefined);
	return answer;
}

function findAnswer(texts: string[]): IDataObject | undefined {
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
	const more = isRecord(data) ? data : {};
	const own = isRecord(more.error) ? more.error : more;
	return {
		data: undefined,
		requestId: textOf(more.request_id),
		error: {
			code: textOf(own.code) ?? (code === undefined ? undefined : String(code)),
			message: textOf(own.message) ?? textOf(message),
			details: own.details,
		},
		refusal: isOfProtocol(status) ? protocolWords(code, data) : undefined,
	};
}

/** A status like 401 or 429 tells more than the error beside it, which the protocol has no codes for. */
function isOfProtocol(status: number): boolean {
	return isSuccess(status) || status === 400 || status === 404;
}

function protocolWords(code: unknown, data: unknown): Explanation {
	switch (code) {
		case INVALID_PARAMS:
			return {
				happened: 'the service has no such tool, or the tool does not take these arguments',
				advice: 'Choose the tool from the list again, and check its arguments.',
			};
		case UNSUPPORTED_VERSION: {
			const supported = isRecord(data) && Array.isArray(data.supported) ? data.supported : [];
			const versions = supported.length === 0 ? '' : ` (${supported.join(', ')})`;
			return {
				happened: 'the service speaks another version of the protocol',
				advice: `This node speaks ${PROTOCOL_VERSION}, the service others${versions}. Update the node.`,
			};
		}
		case METHOD_NOT_FOUND:
		case HEADER_MISMATCH:
			return {
				happened: 'the service does not take the request',
				advice:
					'Check the MCP URL in the credential. A proxy in between may have changed the request.',
			};
		default:
			return {
				happened: 'the service reports an error of the protocol',
				advice: 'Try again later; if it goes on, report this to the support of the service.',
			};
	}
}
