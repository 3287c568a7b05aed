import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

import { requireEntitlement } from '../core/access';
import { ServiceError } from '../core/errors';
import type { Credential } from '../core/records';
import type { Service } from '../core/service';
import type { FaultAction } from '../faults';
import { fingerprint, type JournalEntry } from '../journal';
import { isJson, jsonObject, readBody } from './body';
import { errorResponse, type ServiceResponse } from './response';
import { send, sendCut, applyFault } from './sendResponse';

/** How requests to a route are authenticated and answered. */
export interface RouteHandler {
	/** In Express syntax; undefined for an unknown path. */
	route?: string;
	/** The operation of the route, or the one named in the body. */
	operationOf(body: Record<string, unknown>): string | undefined;
	bodyLimitBytes: number;
	/** Returns the credential of a request; throws ServiceError (401, 403). */
	identify(service: Service, request: Request): Credential;
	/** Throws ServiceError. */
	respond(service: Service, authorized: AuthorizedRequest): Promise<ServiceResponse>;
	/** The WWW-Authenticate header of a 401, if it is more than `Bearer`. */
	challenge?(request: Request): string;
}

/** A request that has passed authentication, rate limit and entitlement. */
export interface AuthorizedRequest {
	request: Request;
	credential: Credential;
	body: Buffer;
	/** What the command waits for after its effect. */
	hold: (() => Promise<unknown>) | undefined;
	isStale: boolean;
	entry: JournalEntry;
}

/** Handles a request up to its response, or to the fault that applies to it. */
export async function handleRequest(
	service: Service,
	request: Request,
	response: Response,
	handler: RouteHandler,
): Promise<void> {
	const entry = record(service, request, handler);
	let body: Buffer | ServiceError;
	try {
		body = await readBody(request, handler.bodyLimitBytes);
		if (body.length > 0) {
			entry.body = (isJson(request) ? jsonObject(body) : undefined) ?? fingerprint(body);
			entry.operation ??= handler.operationOf(jsonObject(body) ?? {});
		}
	} catch (error) {
		// Any other error means that the client disconnected in the middle of its request.
		if (!(error instanceof ServiceError)) return;
		body = error;
	}
	const fault = service.faults.take(entry);
	if (fault) entry.fault = fault.kind;
	if (fault && phase(fault) === 'before' && (await applyFault(fault, response, entry))) return;
	const hold = fault?.kind === 'hold' && fault.when === 'during' ? fault.until : undefined;
	const isStale = fault?.kind === 'stale';
	const reply = await respondOrRefuse(service, request, handler, { body, hold, isStale, entry });
	if (fault && phase(fault) === 'after' && (await applyFault(fault, response, entry, reply)))
		return;
	if (fault?.kind === 'cut') sendCut(response, entry, reply, fault);
	else send(response, entry, reply);
}

function phase(fault: FaultAction): 'before' | 'during' | 'after' {
	if (fault.kind === 'stale') return 'during';
	return fault.kind === 'cut' ? 'after' : fault.when;
}

function record(service: Service, request: Request, handler: RouteHandler): JournalEntry {
	const { authorization, 'service-ticket': ticket, ...headers } = request.headers;
	const token = authorization?.replace(/^Bearer /i, '') ?? '';
	const credential = service.state.credentialOf(token);
	const operation = handler.operationOf({});
	return service.journal.add({
		time: service.clock.iso(),
		method: request.method,
		path: request.originalUrl.split('?', 1)[0] ?? '',
		query: { ...request.query },
		...(operation === undefined ? {} : { operation }),
		...(handler.route === undefined ? {} : { route: handler.route }),
		...(credential ? { credentialId: credential.id } : {}),
		headers: {
			...headers,
			...(authorization && { authorization: credential?.name ?? 'unknown token' }),
			...(ticket && { 'service-ticket': 'a ticket' }),
		},
		requestId: `req_${randomBytes(8).toString('hex')}`,
	});
}

/** The body is the error of a request that could not be read. */
type ReceivedRequest = Pick<AuthorizedRequest, 'hold' | 'isStale' | 'entry'> & {
	body: Buffer | ServiceError;
};

async function respondOrRefuse(
	service: Service,
	request: Request,
	handler: RouteHandler,
	{ body, ...rest }: ReceivedRequest,
): Promise<ServiceResponse> {
	let credential: Credential | undefined;
	let reply: ServiceResponse;
	try {
		credential = handler.identify(service, request);
		service.rateLimiter.take(credential);
		requireEntitlement(service, credential);
		if (body instanceof ServiceError) throw body;
		reply = await handler.respond(service, { request, credential, body, ...rest });
	} catch (error) {
		reply = errorResponse(service, toServiceError(error, rest.entry), rest.entry.requestId);
		if (reply.status === 401 && handler.challenge) {
			reply.headers['WWW-Authenticate'] = handler.challenge(request);
		}
	}
	if (credential) {
		const { limit, remaining } = service.rateLimiter.status(credential);
		reply.headers['RateLimit-Limit'] = String(limit);
		reply.headers['RateLimit-Remaining'] = String(remaining);
	}
	return reply;
}

/** Turns any error into a ServiceError; an unexpected one is logged and becomes a 500. */
export function toServiceError(
	error: unknown,
	{ operation, requestId }: Pick<JournalEntry, 'operation' | 'requestId'>,
): ServiceError {
	if (error instanceof ServiceError) return error;
	console.error(`${requestId} ${operation ?? 'no operation'} failed:`, error);
	return new ServiceError(500, 'internal_error', 'The service failed.');
}
