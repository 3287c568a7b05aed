import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

import { requireEntitlement } from '../core/access';
import { ServiceError } from '../core/errors';
import type { Credential } from '../core/records';
import type { Service } from '../core/service';
import type { FaultAction } from '../faults';
import { fingerprint, type JournalEntry } from '../journal';
import { errorAnswer, type Answer } from './answer';
import { isJson, jsonObject, readBody } from './body';
import { send, sendCut, strike } from './send';

/** A way into the service: who may come in, and what they get. */
export interface Entrance {
	/** In express form; undefined for a path that leads nowhere. */
	route?: string;
	/** The operation behind the route, or the one that a body names. */
	operationOf(body: Record<string, unknown>): string | undefined;
	bodyLimitBytes: number;
	/** Whose request it is; throws ServiceError (401, 403). */
	identify(service: Service, request: Request): Credential;
	/** Throws ServiceError. */
	respond(service: Service, arrival: Arrival): Promise<Answer>;
	/** The WWW-Authenticate header of a 401, where it says more than `Bearer`. */
	challenge?(request: Request): string;
}

/** A request that may be carried out. */
export interface Arrival {
	request: Request;
	credential: Credential;
	body: Buffer;
	/** How long the command is held open after its effect. */
	holdMs: number;
	entry: JournalEntry;
}

/** Takes a request from its arrival to its answer, or to the fault that waits for it. */
export async function exchange(
	service: Service,
	request: Request,
	response: Response,
	entrance: Entrance,
): Promise<void> {
	const entry = record(service, request, entrance);
	let body: Buffer | ServiceError;
	try {
		body = await readBody(request, entrance.bodyLimitBytes);
		if (body.length > 0) {
			entry.body = (isJson(request) ? jsonObject(body) : undefined) ?? fingerprint(body);
			entry.operation ??= entrance.operationOf(jsonObject(body) ?? {});
		}
	} catch (error) {
		// Anything else means that the client went away in the middle of its request.
		if (!(error instanceof ServiceError)) return;
		body = error;
	}
	const fault = service.faults.take(entry);
	if (fault) entry.fault = fault.kind;
	if (fault && phase(fault) === 'before' && (await strike(fault, response, entry))) return;
	const holdMs = fault?.kind === 'delay' && fault.when === 'during' ? fault.ms : 0;
	const answer = await answerOf(service, request, entrance, entry, body, holdMs);
	if (fault && phase(fault) === 'after' && (await strike(fault, response, entry, answer))) return;
	if (fault?.kind === 'cut') sendCut(response, entry, answer, fault);
	else send(response, entry, answer);
}

function phase(fault: FaultAction): 'before' | 'during' | 'after' {
	return fault.kind === 'cut' ? 'after' : fault.when;
}

function record(service: Service, request: Request, entrance: Entrance): JournalEntry {
	const { authorization, 'service-ticket': ticket, ...headers } = request.headers;
	const token = authorization?.replace(/^Bearer /i, '') ?? '';
	const credential = service.state.credentialOf(token);
	const operation = entrance.operationOf({});
	return service.journal.add({
		time: service.clock.iso(),
		method: request.method,
		path: request.originalUrl.split('?', 1)[0] ?? '',
		query: { ...request.query },
		...(operation === undefined ? {} : { operation }),
		...(entrance.route === undefined ? {} : { route: entrance.route }),
		...(credential ? { credentialId: credential.id } : {}),
		headers: {
			...headers,
			...(authorization && { authorization: credential?.name ?? 'unknown token' }),
			...(ticket && { 'service-ticket': 'a ticket' }),
		},
		requestId: `req_${randomBytes(8).toString('hex')}`,
	});
}

async function answerOf(
	service: Service,
	request: Request,
	entrance: Entrance,
	entry: JournalEntry,
	body: Buffer | ServiceError,
	holdMs: number,
): Promise<Answer> {
	let credential: Credential | undefined;
	let answer: Answer;
	try {
		credential = entrance.identify(service, request);
		service.rateLimiter.take(credential);
		requireEntitlement(service, credential);
		if (body instanceof ServiceError) throw body;
		answer = await entrance.respond(service, { request, credential, body, holdMs, entry });
	} catch (error) {
		answer = errorAnswer(service, refusalOf(error, entry), entry.requestId);
		if (answer.status === 401 && entrance.challenge) {
			answer.headers['WWW-Authenticate'] = entrance.challenge(request);
		}
	}
	if (credential) {
		const { limit, remaining } = service.rateLimiter.standing(credential);
		answer.headers['RateLimit-Limit'] = String(limit);
		answer.headers['RateLimit-Remaining'] = String(remaining);
	}
	return answer;
}

/** An unexpected error is the service's own fault, and is printed. */
export function refusalOf(
	error: unknown,
	{ operation, requestId }: Pick<JournalEntry, 'operation' | 'requestId'>,
): ServiceError {
	if (error instanceof ServiceError) return error;
	console.error(`${requestId} ${operation ?? 'no operation'} failed:`, error);
	return new ServiceError(500, 'internal_error', 'The service failed.');
}
