import type { IDataObject } from 'n8n-workflow';

import { CODES } from '../api/readings/record';
import { isServerFault, readStatedRetry } from '../api/readings/tool';
import { clock } from '../shared/clock';
import type { Explanation } from '../shared/failure';
import { readRecord } from '../shared/json';
import type { Envelope, ServiceError } from '../transport/envelope';
import { explainFault, explainRateLimit } from '../transport/explanations';
import { readRetryAfterMs } from '../transport/retry';

/** Error codes of JSON-RPC 2.0 and of the Model Context Protocol. */
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;
export const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
export const UNSUPPORTED_VERSION = -32022;
/** From version 2025-11-25: the user must open an address first. */
const URL_ELICITATION_REQUIRED = -32042;

/** Whether only a service with the current version of the protocol uses the code. */
export function isCurrentError(code: unknown): boolean {
	return [METHOD_NOT_FOUND, HEADER_MISMATCH, MISSING_CAPABILITY, UNSUPPORTED_VERSION].some(
		(each) => each === code,
	);
}

/** The version of the Model Context Protocol that the node prefers. It has no sessions: every request is independent. */
export const CURRENT_VERSION = '2026-07-28';

/** Earlier versions, newest first. A session begins with the request `initialize`. */
export const SESSION_VERSIONS = ['2025-11-25', '2025-06-18', '2025-03-26'];

export const INPUT_REQUIRED: Explanation = {
	happened: 'the tool asks for further input',
	advice:
		'It expects a reply in a dialog, which a workflow cannot give. Use another tool or another resource of this node.',
};

/** An error whose code says no more. */
export const PROTOCOL_ERROR: Explanation = {
	happened: 'the service reports a protocol error',
	advice: "Try again later. If the error persists, report this to the service's support.",
};

export function explainProtocolError(code: unknown, data: unknown): Explanation {
	switch (code) {
		case INVALID_PARAMS:
			return {
				happened: 'the service has no such tool, or the tool does not accept these arguments',
				advice: 'Choose the tool from the list again, and check its arguments.',
			};
		case MISSING_CAPABILITY:
		case URL_ELICITATION_REQUIRED:
			return INPUT_REQUIRED;
		case UNSUPPORTED_VERSION:
			return explainVersions(readSupportedVersions(data));
		case METHOD_NOT_FOUND:
			return {
				happened: 'the service does not accept the request',
				advice:
					"Check the 'MCP URL' in the credential. A proxy in between may have changed the request.",
			};
		case HEADER_MISMATCH:
			return {
				happened: 'the service expects other headers for this request',
				advice:
					"The service may have changed the tool while the node was running. Try again. If the error persists, report this to the service's support.",
			};
		default:
			return PROTOCOL_ERROR;
	}
}

/** The versions that a service lists if it does not support the version of the request. */
export function readSupportedVersions(data: unknown): string[] {
	return [readRecord(data).supported].flat().filter((version) => typeof version === 'string');
}

/** @param supported the versions that the service supports, as far as it states them */
export function explainVersions(supported: string[]): Explanation {
	const own = [CURRENT_VERSION, ...SESSION_VERSIONS];
	const shared = supported.filter((version) => own.includes(version));
	if (shared.length > 0) {
		return {
			happened: 'the service refuses the version of the protocol',
			advice: `It lists ${shared.join(', ')}, but it refused a request with that version. Report this to the service's support.`,
		};
	}
	const others = supported.length === 0 ? 'others' : supported.join(', ');
	return {
		happened: 'the service uses a different version of the protocol',
		advice: `This node supports ${own.join(', ')}; the service supports ${others}. Update the node.`,
	};
}

/** What an error means that has the same remedy for every tool: the rate limit, or a fault of the server. */
export function readKnownError(
	{ code, message }: Pick<ServiceError, 'code' | 'message'>,
	holders: IDataObject[],
): Pick<Envelope, 'refusal' | 'rateLimit' | 'isFault'> | undefined {
	const rateLimit = readRateLimit(code, holders);
	if (rateLimit) return { refusal: explainRateLimit(rateLimit.retryAfterMs), rateLimit };
	return isServerFault(code, message) ? { refusal: explainFault(), isFault: true } : undefined;
}

/**
 * Recognizes an error about the rate limit in a response whose status is not 429.
 *
 * @param records the parts of the error that may state when to try again
 */
function readRateLimit(code: string | undefined, records: IDataObject[]): Envelope['rateLimit'] {
	if (!CODES.rateLimit.test(code ?? '')) return undefined;
	const { seconds, milliseconds = '' } = readStatedRetry(records);
	const isInMilliseconds = /^\d+(\.\d+)?$/.test(milliseconds);
	return {
		retryAfterMs: isInMilliseconds
			? Math.ceil(Number(milliseconds))
			: readRetryAfterMs(seconds, clock.now()),
	};
}
