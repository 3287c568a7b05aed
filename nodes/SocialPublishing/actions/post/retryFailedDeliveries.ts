import type { IDataObject } from 'n8n-workflow';

import { readDestinations, readDestinationStatus } from '../../api/postRecords';
import type { Item } from '../../properties/item';
import { workspacePath } from '../../properties/locators';
import { firstText } from '../../shared/json';
import { call } from '../../transport/call';
import { recallAttempt, rememberAttempt } from '../../transport/earlierAttempts';
import { keyed, type IdempotencyMode } from '../../transport/idempotencyKey';

/** Deliveries that certainly did not reach the platform. Of `needs_review`, nobody can tell. */
const DEFINITELY_FAILED = new Set(['failed', 'blocked']);

/**
 * Tries every delivery of a post again that certainly failed. Each Retry of an execution tries it once.
 *
 * @returns the ids of the destinations that are tried again
 */
export async function retryFailedDeliveries(
	item: Item,
	post: IDataObject,
	idempotency: IdempotencyMode,
): Promise<string[]> {
	const { scope } = idempotency;
	const retriedIds: string[] = [];
	for (const destination of readDestinations(post)) {
		const id = firstText(destination.id);
		if (id === undefined || !DEFINITELY_FAILED.has(readDestinationStatus(destination) ?? '')) {
			continue;
		}
		const name = ['retries', id];
		const { count = 0, by } = recallAttempt(scope, name) ?? {};
		const isDone = by === item.functions.getExecutionId();
		const retry = isDone ? Number(count) : Number(count) + 1;
		const path = `${workspacePath(item, 'destinations', id)}/retry`;
		const identity = { path, content: { retry }, step: `retry-${id}-${retry}` };
		await call(item.connection, {
			purpose: 'retry the delivery',
			method: 'POST',
			path,
			json: { checked_platform: false },
			...keyed(idempotency, identity),
			safety: 'keyed',
		});
		rememberAttempt(scope, name, { count: retry, by: item.functions.getExecutionId() });
		retriedIds.push(id);
	}
	return retriedIds;
}
