import type { Request } from 'express';

import { authenticate } from '../core/access';
import type { ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import { bodyFields, callArguments } from './body';
import type { AuthorizedRequest, RouteHandler } from './handleRequest';
import { successResponse } from './response';

const JSON_LIMIT_BYTES = 1_000_000;

const byToken = (service: Service, request: Request) =>
	authenticate(service, request.headers.authorization);

/** The REST route of an operation. */
export function restHandler(service: Service, operation: Operation): RouteHandler {
	return {
		route: operation.route,
		operationOf: () => operation.name,
		bodyLimitBytes: operation.binary ? service.settings.partSizeBytes : JSON_LIMIT_BYTES,
		identify: byToken,
		async respond(_service, authorized) {
			const { result, replayed } = await run(service, operation, authorized);
			if (replayed) authorized.entry.replayed = true;
			return successResponse(result, authorized.entry.requestId);
		},
	};
}

/** The handler of every unknown path: an authenticated request gets this error. */
export function rejectingHandler(error: ServiceError): RouteHandler {
	return {
		operationOf: () => undefined,
		bodyLimitBytes: JSON_LIMIT_BYTES,
		identify: byToken,
		respond: async () => await Promise.reject(error),
	};
}

async function run(
	service: Service,
	operation: Operation,
	{ request, credential, body, hold, isStale }: AuthorizedRequest,
) {
	const { workspace_id: workspaceId, ...path } = request.params;
	const fields = bodyFields(operation, request, body);
	return await operation.run(service, {
		credential,
		workspaceId: typeof workspaceId === 'string' ? workspaceId : undefined,
		arguments: callArguments(operation, path, { ...request.query }, fields),
		revision: request.headers['if-match'],
		idempotencyKey: request.get('idempotency-key'),
		isStale,
		...(operation.binary ? { binary: body } : {}),
		hold,
	});
}
