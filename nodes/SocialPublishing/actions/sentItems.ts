import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { toNodeError } from '../shared/nodeError';
import type { ItemFailure } from './combineFailures';
import { nameItems } from './nameItems';

/** Indices of items, in any order. */
export interface EarlierItems {
	sent: number[];
	/** An earlier attempt has done something for them, but not all. */
	started: number[];
}

export const NO_ITEMS: EarlierItems = { sent: [], started: [] };

/**
 * The error that stops a node. It names the items that the node had sent before, because running the node again sends them
 * again.
 *
 * @param canRetry whether a Retry of the execution goes on after these items
 */
export function stoppingError(
	functions: Pick<IExecuteFunctions, 'getNode'>,
	{ index, error, hasOpenAttempt }: ItemFailure,
	{ sent, started }: EarlierItems,
	canRetry: boolean,
): NodeApiError | NodeOperationError {
	const facts = [
		...(sent.length > 0 ? [`${nameItems(sent)} had been sent before`] : []),
		...(started.length > 0
			? [`${nameItems(started)} had been started before, but not finished`]
			: []),
	];
	const advice = canRetry
		? ': retry this execution (Executions → Retry) to go on from here. A new execution can send them again.'
		: '.';
	const hasSentOthers = facts.length > 0;
	const remark = hasSentOthers ? `${facts.join('. ')}${advice}` : undefined;
	return toNodeError(functions, error, { itemIndex: index, hasOpenAttempt, hasSentOthers, remark });
}
