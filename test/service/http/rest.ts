import type { Request } from 'express';

import { authenticate } from '../core/access';
import type { ServiceError } from '../core/errors';
import type { Operation } from '../core/operation';
import type { Service } from '../core/service';
import { successAnswer } from './answer';
import { bodyFields, callArguments } from './body';
import type { Arrival, Entrance } from './exchange';
import { sleep } from './send';

const JSON_LIMIT_BYTES = 1_000_000;

const byToken = (service: Service, request: Request) =>
	authenticate(service, request.headers.authorization);

/** The REST route of an operation. */
export function restEntrance(service: Service, operation: Operation): Entrance {
	return {
		route: operation.route,
		operationOf: () => operation.name,
		bodyLimitBytes: operation.binary ? service.settings.partSizeBytes : JSON_LIMIT_BYTES,
		identify: byToken,
		async respond(_service, arrival) {
			const { result, replayed } = await run(service, operation, arrival);
			if (replayed) arrival.entry.replayed = true;
			return successAnswer(result, arrival.entry.requestId);
		},
	};
}

/** A path that leads nowhere: who may come in hears so. */
export function deadEnd(refusal: ServiceError): Entrance {
	return {
		operationOf: () => undefined,
		bodyLimitBytes: JSON_LIMIT_BYTES,
		identify: byToken,
		respond: async () => await Promise.reject(refusal),
	};
}

async function run(
	service: Service,
	operation: Operation,
	{ request, credential, body, holdMs }: Arrival,
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
