import { ServiceError, type FieldProblem } from '../core/errors';
import type { Result } from '../core/operation';
import type { Service } from '../core/service';

/** An HTTP response before it is sent. */
export interface ServiceResponse {
	status: number;
	headers: Record<string, string>;
	/** Empty for a response without a body. */
	body: Buffer;
}

export function jsonResponse(
	status: number,
	value: unknown,
	headers: Record<string, string> = {},
): ServiceResponse {
	const type = { 'Content-Type': 'application/json; charset=utf-8' };
	return { status, headers: { ...type, ...headers }, body: Buffer.from(JSON.stringify(value)) };
}

/** The success envelope, a file, or 204. */
export function successResponse(result: Result, requestId: string): ServiceResponse {
	const { data, status = 200, etag, file } = result;
	const headers: Record<string, string> = etag === undefined ? {} : { ETag: etag };
	if (file) return fileResponse(file);
	if (status === 204) return { status, headers, body: Buffer.alloc(0) };
	return jsonResponse(status, { data, request_id: requestId }, headers);
}

function fileResponse({ name, type, bytes }: NonNullable<Result['file']>): ServiceResponse {
	// Old clients read the plain form; the extended form contains the exact name (RFC 6266).
	const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
	const extended = encodeURIComponent(name).replace(/['()*]/g, escapeOctet);
	const headers = {
		'Content-Type': type,
		'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${extended}`,
		'Cache-Control': 'private, no-store',
	};
	return { status: 200, headers, body: bytes };
}

function escapeOctet(character: string): string {
	return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** The error envelope, in the service's dialect. */
export function errorResponse(
	{ dialect }: Service,
	error: ServiceError,
	requestId: string,
): ServiceResponse {
	const { code, message, extra } = dialect.namesKeyConflicts ? error : withoutName(error);
	const { errorCodes, validationStatus } = dialect;
	const codeInDialect = code === 'addon_required' ? code : (errorCodes[code] ?? code);
	const status =
		error.status === 422 && code !== 'idempotency_key_required' ? validationStatus : error.status;
	const headers: Record<string, string> = {};
	if (extra.retryAfterMs !== undefined) {
		headers['Retry-After'] = retryAfter(dialect.retryAfter, extra.retryAfterMs);
	}
	if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
	const details = extra.details && formatDetails(dialect.errorDetails, extra.details);
	const body = { error: { code: codeInDialect, message, details }, request_id: requestId };
	return jsonResponse(status, body, headers);
}

function withoutName(error: ServiceError): ServiceError {
	const isUnnamed = error.status === 409 && error.code.startsWith('idempotency_');
	return isUnnamed ? new ServiceError(409, 'conflict', 'Conflict.') : error;
}

/** A date is based on the real clock, like the Date header. */
function retryAfter(form: 'seconds' | 'date', waitMs: number): string {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	if (form === 'seconds') return String(seconds);
	return new Date(Math.ceil(Date.now() / 1000) * 1000 + seconds * 1000).toUTCString();
}

function formatDetails(form: 'list' | 'map', details: FieldProblem[]) {
	if (form === 'list') return details;
	const fields = new Map<string, string>();
	for (const { field, message } of details) {
		const earlier = fields.get(field);
		fields.set(field, earlier === undefined ? message : `${earlier}; ${message}`);
	}
	return Object.fromEntries(fields);
}
