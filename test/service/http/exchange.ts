import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';

import { authenticate, requireEntitlement } from '../core/access';
import { ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Credential } from '../core/records';
import type { Service } from '../core/service';
import type { FaultAction } from '../faults';
import { fingerprint, type JournalEntry } from '../journal';
import { errorAnswer, successAnswer, type Answer } from './answer';
import { bodyFields, callArguments, isJson, jsonObject, readBody } from './body';
import { send, sendCut, sleep, strike } from './send';

const JSON_LIMIT_BYTES = 1_000_000;

/** A request that reached a route, or why it reached none. */
export type Target = { operation: Operation; route: string } | { refusal: ServiceError };

/** Takes a request from its arrival to its answer, or to the fault that waits for it. */
export async function exchange(
	service: Service,
	request: Request,
	response: Response,
	target: Target,
): Promise<void> {
	const operation = 'operation' in target ? target.operation : undefined;
	const entry = record(service, request, target);
	const limitBytes = operation?.binary ? service.settings.partSizeBytes : JSON_LIMIT_BYTES;
	let body: Buffer | ServiceError;
	try {
		body = await readBody(request, limitBytes);
		if (body.length > 0) {
			entry.body = (isJson(request) ? jsonObject(body) : undefined) ?? fingerprint(body);
		}
	} catch (error) {
		// Anything else means that the client went away in the middle of its request.
		if (!(error instanceof ServiceError)) return;
		body = error;
	}
	const fault = service.faults.take({ ...entry, operation: operation?.name });
	if (fault) entry.fault = fault.kind;
	if (fault && phase(fault) === 'before' && (await strike(fault, response, entry))) return;
	const hold = fault?.kind === 'delay' && fault.when === 'during' ? fault.ms : 0;
	const answer = await respond(service, request, target, entry, body, hold);
	if (fault && phase(fault) === 'after' && (await strike(fault, response, entry, answer))) return;
	if (fault?.kind === 'cut') sendCut(response, entry, answer, fault);
	else send(response, entry, answer);
}

function phase(fault: FaultAction): 'before' | 'during' | 'after' {
	return fault.kind === 'cut' ? 'after' : fault.when;
}

function record(service: Service, request: Request, target: Target): JournalEntry {
	const { authorization, ...headers } = request.headers;
	const token = authorization?.replace(/^Bearer /i, '') ?? '';
	const credential = service.state.credentialOf(token);
	return service.journal.add({
		time: service.clock.iso(),
		method: request.method,
		path: request.originalUrl.split('?', 1)[0] ?? '',
		query: { ...request.query },
		...('operation' in target ? { operation: target.operation.name, route: target.route } : {}),
		...(credential ? { credentialId: credential.id } : {}),
		headers: authorization
			? { ...headers, authorization: credential?.name ?? 'unknown token' }
			: headers,
		requestId: `req_${randomBytes(8).toString('hex')}`,
	});
}

async function respond(
	service: Service,
	request: Request,
	target: Target,
	entry: JournalEntry,
	body: Buffer | ServiceError,
	holdMs: number,
): Promise<Answer> {
	let credential: Credential | undefined;
	let answer: Answer;
	try {
		credential = authenticate(service, request.headers.authorization);
		service.rateLimiter.take(credential);
		requireEntitlement(service, credential);
		if ('refusal' in target) throw target.refusal;
		if (body instanceof ServiceError) throw body;
		const outcome = await run(service, request, target.operation, credential, body, holdMs);
		if (outcome.replayed) entry.replayed = true;
		answer = successAnswer(outcome.result, entry.requestId);
	} catch (error) {
		answer = errorAnswer(service, refusalOf(error, entry), entry.requestId);
	}
	if (credential) {
		const { limit, remaining } = service.rateLimiter.standing(credential);
		answer.headers['RateLimit-Limit'] = String(limit);
		answer.headers['RateLimit-Remaining'] = String(remaining);
	}
	return answer;
}

async function run(
	service: Service,
	request: Request,
	operation: Operation,
	credential: Credential,
	body: Buffer,
	holdMs: number,
) {
	const { workspace_id: workspaceId, ...path } = request.params;
	const fields = bodyFields(operation, request, body);
	return await operation.run(service, {
		credential,
		workspaceId: typeof workspaceId === 'string' ? workspaceId : undefined,
		arguments: callArguments(operation, path, { ...request.query }, fields),
		revision: request.headers['if-match'],
		idempotencyKey: request.get('idempotency-key'),
		...(operation.binary ? { binary: body } : {}),
		...(holdMs > 0 ? { hold: async () => await sleep(holdMs) } : {}),
	});
}

function refusalOf(error: unknown, { operation, requestId }: JournalEntry): ServiceError {
	if (error instanceof ServiceError) return error;
	console.error(`${requestId} ${operation ?? 'no operation'} failed:`, error);
	return new ServiceError(500, 'internal_error', 'The service failed.');
}
