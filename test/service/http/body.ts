import type { IncomingMessage } from 'node:http';

import { invalid, ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';

const BINARY_TYPES = /^(application\/octet-stream|image\/jpeg|video\/mp4)$/;

/** Reads the whole body; throws 413 if it is too long. Rejects if the client disconnects. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
	const chunks: Buffer[] = [];
	let sizeBytes = 0;
	for await (const chunk of request as AsyncIterable<Buffer>) {
		sizeBytes += chunk.length;
		if (sizeBytes <= limitBytes) chunks.push(chunk);
	}
	if (sizeBytes > limitBytes) {
		throw new ServiceError(413, 'payload_too_large', `The body is over ${limitBytes} bytes.`);
	}
	return Buffer.concat(chunks);
}

function mediaType(request: IncomingMessage): string {
	return (request.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function isJson(request: IncomingMessage): boolean {
	return mediaType(request) === 'application/json';
}

/** Parses a JSON object; returns undefined for anything else. */
export function jsonObject(body: Buffer): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(body.toString('utf8'));
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		return Object.fromEntries(Object.entries(value));
	} catch {
		return undefined;
	}
}

/** Returns the fields of a JSON body; throws if the body is of the wrong type. */
export function bodyFields(
	operation: Operation,
	request: IncomingMessage,
	body: Buffer,
): Record<string, unknown> {
	if (operation.binary) {
		if (BINARY_TYPES.test(mediaType(request))) return {};
		throw new ServiceError(415, 'unsupported_media_type', 'Send the part as raw bytes.');
	}
	const { bodyOptional, method } = operation;
	const optional = bodyOptional || method === 'GET' || method === 'DELETE';
	if (body.length === 0 && optional) return {};
	if (body.length > 0 && !isJson(request)) {
		throw new ServiceError(415, 'unsupported_media_type', 'Send the body as application/json.');
	}
	const fields = jsonObject(body);
	if (!fields) throw new ServiceError(400, 'body_not_json', 'The body is not a JSON object.');
	return fields;
}

/** Merges path, query and body fields; each field is accepted only in its own place. */
export function callArguments(
	operation: Operation,
	path: Record<string, unknown>,
	query: Record<string, unknown>,
	body: Record<string, unknown>,
): Record<string, unknown> {
	const inPath = new Set(Object.keys(path));
	const elsewhere = Object.keys(operation.input.shape).filter((name) => !inPath.has(name));
	const inQuery = new Set(operation.method === 'GET' ? elsewhere : []);
	const inBody = new Set(operation.method === 'GET' ? [] : elsewhere);
	const problems = [
		...Object.keys(query)
			.filter((name) => !inQuery.has(name))
			.map((field) => ({ field, message: 'unknown query parameter' })),
		...Object.keys(body)
			.filter((name) => !inBody.has(name))
			.map((field) => ({ field, message: 'unknown field' })),
	];
	if (problems.length > 0) throw invalid(problems);
	return { ...body, ...query, ...path };
}
