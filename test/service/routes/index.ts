import type { Operation } from '../core/operation';
import type { Dialect } from '../dialect';
import { directoryOperations } from './directory';
import { mediaOperations } from './media';
import { postOperations } from './posts';
import { statisticsOperations } from './statistics';
import { webhookOperations } from './webhooks';

/** All 35 operations of the service. */
export function allOperations(dialect: Dialect): Operation[] {
	return [
		...directoryOperations,
		...postOperations,
		...mediaOperations,
		...statisticsOperations,
		...webhookOperations(dialect),
	];
}
